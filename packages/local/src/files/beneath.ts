/**
 * Opening a file beneath a folder without ever leaving it. Each component is opened relative to the descriptor of the
 * one before it and may not be a link, so that swapping a component between a check and its use cannot escape: what was
 * checked is what is read.
 *
 * Linux offers this through `/proc/self/fd`. Elsewhere each component is looked at by name before it is used, which a
 * process that runs at the same time could race; attempts are ended before their files are read.
 */
import { type BigIntStats, constants, existsSync } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./error-code.js";

/** What opening a declared file found. */
export type Opened =
  /** An open regular file with one name; the caller closes it. */
  | { readonly kind: "file"; readonly file: FileHandle; readonly status: BigIntStats }
  | { readonly kind: "absent" }
  /** `problem` completes a sentence that begins with the path; `names` is there when the file has several. */
  | { readonly kind: "refused"; readonly problem: string; readonly names?: bigint };

const LINKED = "traverses a symlink";
const NOT_REGULAR = "is not a regular file";

/** Whether descriptors can be used as folders, so that opening is free of races. */
const DESCRIPTOR_PATHS = existsSync("/proc/self/fd");

/** Opens a regular file of one name beneath `root`; `path` is relative, without `.` or `..` (FILE-005 to FILE-008). */
export async function openRegularFile(root: string, path: string): Promise<Opened> {
  const components = componentsOf(path);
  if (components === undefined) return { kind: "refused", problem: "leaves the workspace" };
  const parent = await openFolder(root, components.slice(0, -1));
  if (parent.kind !== "folder") return parent;
  try {
    return await openIn(join(parent.location, components.at(-1) ?? ""));
  } finally {
    await parent.close();
  }
}

/** An open folder; names joined to `location` are resolved relative to it while it is open. */
export interface OpenFolder {
  readonly kind: "folder";
  readonly location: string;
  close(): Promise<void>;
}

/** Opens the folder reached from `root` by these components, none of which may be a link. */
export async function openFolder(
  root: string,
  components: readonly string[],
): Promise<OpenFolder | Exclude<Opened, { kind: "file" }>> {
  let folder = await openOneFolder(root, 0);
  for (const component of components) {
    if (folder.kind !== "folder") return folder;
    const outer: OpenFolder = folder;
    folder = await openOneFolder(join(outer.location, component), constants.O_NOFOLLOW);
    await outer.close();
  }
  return folder;
}

/** The components of a relative path, or `undefined` when it could leave its root. */
export function componentsOf(path: string): readonly string[] | undefined {
  if (path.includes("\0")) return undefined;
  const components = path.split("/");
  return components.some((name) => name === "" || name === "." || name === "..")
    ? undefined
    : components;
}

async function openOneFolder(
  location: string,
  flags: number,
): Promise<OpenFolder | Exclude<Opened, { kind: "file" }>> {
  try {
    const handle = await open(location, constants.O_RDONLY | constants.O_DIRECTORY | flags);
    return {
      kind: "folder",
      location: DESCRIPTOR_PATHS ? `/proc/self/fd/${handle.fd}` : location,
      close: () => handle.close(),
    };
  } catch (error) {
    return refusalOf(error, await isLink(location));
  }
}

async function openIn(location: string): Promise<Opened> {
  try {
    const seen = await lstat(location);
    if (seen.isSymbolicLink()) return { kind: "refused", problem: LINKED };
    // Opening a device can have effects and opening a pipe can wait, so neither is tried.
    if (!seen.isFile()) return { kind: "refused", problem: NOT_REGULAR };
    const file = await open(
      location,
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY,
    );
    return await checked(file).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
  } catch (error) {
    return refusalOf(error, errorCode(error) === "ELOOP");
  }
}

/** The checks that count: on the descriptor that will be read. */
async function checked(file: FileHandle): Promise<Opened> {
  const status = await file.stat({ bigint: true });
  if (status.isFile() && status.nlink === 1n) return { kind: "file", file, status };
  await file.close();
  if (!status.isFile()) return { kind: "refused", problem: NOT_REGULAR };
  if (status.nlink === 0n) return { kind: "absent" };
  const problem = `has ${status.nlink} names; a captured file has one`;
  return { kind: "refused", problem, names: status.nlink };
}

async function isLink(location: string): Promise<boolean> {
  try {
    return (await lstat(location)).isSymbolicLink();
  } catch {
    return false;
  }
}

function refusalOf(error: unknown, linked: boolean): Exclude<Opened, { kind: "file" }> {
  if (linked) return { kind: "refused", problem: LINKED };
  const code = errorCode(error);
  if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
  return { kind: "refused", problem: `cannot be opened (${code})` };
}
