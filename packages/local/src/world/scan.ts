/**
 * Looks over a workspace: every file, link and folder with what tells whether it changed. Nothing is read, so this costs
 * one look a file. Left out are the workspace's own repository and `inputs/`, which belongs to staging.
 */
import type { BigIntStats, Dirent } from "node:fs";
import { chmod, lstat, readdir } from "node:fs/promises";
import { errorCode } from "../files/error-code.js";
import { located, type RawPath } from "./raw-path.js";

/** Folder of staged files, in every workspace. */
export const INPUTS_FOLDER = "inputs";

export interface Seen {
  /** `repository`: the insides of a repository below the workspace, which no tree can hold. */
  readonly kind: "file" | "link" | "folder" | "repository" | "other";
  /** Differs whenever the file was written, replaced or had its mode changed. */
  readonly stamp: string;
  /** Permission bits. */
  readonly mode: number;
  /** When it last changed, in nanoseconds since 1970. */
  readonly changedNs: bigint;
}

export type Scan = ReadonlyMap<RawPath, Seen>;

/** Looks over the workspace. Nothing may run in it meanwhile. */
export async function scan(root: string): Promise<Scan> {
  const seen = new Map<RawPath, Seen>();
  await scanFolder(root, "", seen);
  return seen;
}

/** Looks at one path; `undefined` when nothing is there. */
export async function look(root: string, path: RawPath): Promise<Seen | undefined> {
  try {
    return seenFrom(await lstat(located(root, path), { bigint: true }), path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
}

async function scanFolder(root: string, folder: RawPath, seen: Map<RawPath, Seen>): Promise<void> {
  const inner: RawPath[] = [];
  await Promise.all(
    (await entriesOf(root, folder)).map(async (entry) => {
      const name = entry.name.toString("latin1");
      const path = folder === "" ? name : `${folder}/${name}`;
      if (path === ".git" || path === INPUTS_FOLDER) return;
      const one = await look(root, path);
      if (one === undefined) return;
      await makeReadable(root, path, one);
      seen.set(path, one);
      if (one.kind === "folder") inner.push(path);
    }),
  );
  // Folder after folder, so that a wide tree does not open all of itself at once.
  for (const path of inner) await scanFolder(root, path, seen);
}

async function entriesOf(root: string, folder: RawPath): Promise<readonly Dirent<Buffer>[]> {
  const location = located(root, folder);
  const options = { withFileTypes: true, encoding: "buffer" } as const;
  try {
    return await readdir(location, options);
  } catch (error) {
    if (errorCode(error) !== "EACCES") throw error;
    // An attempt may lock its folders; the workspace is ours all the same.
    await chmod(location, 0o700);
    return await readdir(location, options);
  }
}

function seenFrom(status: BigIntStats, path: RawPath): Seen {
  const kind = kindOf(status, path);
  const stamp =
    kind === "folder" || kind === "repository"
      ? ""
      : `${status.ino}:${status.size}:${status.mtimeNs}:${status.ctimeNs}`;
  return { kind, stamp, mode: Number(status.mode) & 0o777, changedNs: status.ctimeNs };
}

function kindOf(status: BigIntStats, path: RawPath): Seen["kind"] {
  if (path.endsWith("/.git")) return "repository";
  if (status.isFile()) return "file";
  if (status.isSymbolicLink()) return "link";
  return status.isDirectory() ? "folder" : "other";
}

/** A file that its owner may not read cannot be recorded. */
async function makeReadable(root: string, path: RawPath, one: Seen): Promise<void> {
  if (one.kind === "file" && (one.mode & 0o400) === 0) {
    await chmod(located(root, path), one.mode | 0o400);
  }
}
