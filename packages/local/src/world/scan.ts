/**
 * Looks over a workspace: every file, link and folder with what tells whether it changed. Nothing is read, so this costs
 * one look a file. Left out are the workspace's own repository and `inputs/`, which belongs to staging.
 *
 * What an attempt made that nothing could be done with afterwards is mended on the way: locked folders and files are
 * unlocked, and pipes in the places of git's rules, on which git would wait for ever, are taken away.
 */
import { type BigIntStats, type Dirent, lstatSync } from "node:fs";
import { chmod, readdir } from "node:fs/promises";
import { setImmediate as othersTurn } from "node:timers/promises";
import { errorCode } from "../files/error-code.js";
import { located, PATH_BYTES_MAX, type RawPath } from "../files/raw-path.js";
import { removeTree } from "../files/remove-tree.js";

/** Folder of staged files, in every workspace. */
export const INPUTS_FOLDER = "inputs";
/** What keeps it out of an agent's commits. */
export const INPUTS_RULE: string = `/${INPUTS_FOLDER}/`;

export interface Seen {
  /**
   * `repository`: the insides of a repository below the workspace, which no tree can hold. `other`: pipes, sockets, and
   * folders so deep that what is in them could not be named in every copy of the workspace; nor can a tree hold these.
   */
  readonly kind: "file" | "link" | "folder" | "repository" | "other";
  /** Differs whenever the file was written, replaced or had its mode changed. */
  readonly stamp: string;
  /** Permission bits. */
  readonly mode: number;
  /** When it last changed, in nanoseconds since 1970. */
  readonly changedNs: bigint;
}

/** The rest of a path is for the place of the workspace, and for a name in the folder. */
const FOLDER_BYTES_MAX = PATH_BYTES_MAX / 2;

export type Scan = ReadonlyMap<RawPath, Seen>;

/**
 * After so many looks the rest of the program has its turn. Each is made on the spot: it takes a few microseconds, and
 * handing it to the thread pool takes several times as long.
 */
const LOOKS_AT_ONCE = 512;

/** Looks over the workspace. Nothing may run in it meanwhile. */
export async function scan(root: string): Promise<Scan> {
  const seen = new Map<RawPath, Seen>();
  // The list grows while it is walked: folders inside are visited in turn.
  const folders: RawPath[] = [""];
  for (const folder of folders) {
    for (const path of pathsIn(folder, await entriesOf(root, folder))) {
      const one = await mended(root, path, look(root, path));
      if (one === undefined) continue;
      seen.set(path, one);
      if (one.kind === "folder") folders.push(path);
      if (seen.size % LOOKS_AT_ONCE === 0) await othersTurn();
    }
  }
  return seen;
}

/** What is there once it is as it must be; `undefined` when nothing is. */
async function mended(
  root: string,
  path: RawPath,
  one: Seen | undefined,
): Promise<Seen | undefined> {
  if (one?.kind === "other" && isRules(path)) {
    await removeTree(located(root, path));
    return undefined;
  }
  if (one !== undefined && isUnreadable(one)) {
    await chmod(located(root, path), one.mode | 0o400);
  }
  return one;
}

function pathsIn(folder: RawPath, entries: readonly Dirent<Buffer>[]): readonly RawPath[] {
  const names = entries.map((entry) => entry.name.toString("latin1"));
  if (folder !== "") return names.map((name) => `${folder}/${name}`);
  return names.filter((name) => name !== ".git" && name !== INPUTS_FOLDER);
}

/** Looks at one path; `undefined` when nothing is there. */
export function look(root: string, path: RawPath): Seen | undefined {
  try {
    return seenFrom(lstatSync(located(root, path), { bigint: true }), path);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
    throw error;
  }
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
  if (REPOSITORY.test(path)) return "repository";
  if (status.isFile()) return "file";
  if (status.isSymbolicLink()) return "link";
  return status.isDirectory() && path.length <= FOLDER_BYTES_MAX ? "folder" : "other";
}

/** Git takes these for repositories on any system, and has no tree hold them. */
const REPOSITORY = /(?:^|\/)\.git$/i;

/** Files of this name in any folder are read by git on its own account. */
const RULES = /(?:^|\/)\.git(?:ignore|attributes|modules)$/;

function isRules(path: RawPath): boolean {
  return RULES.test(path);
}

/** A file that its owner may not read cannot be recorded. */
function isUnreadable(one: Seen): boolean {
  return one.kind === "file" && (one.mode & 0o400) === 0;
}
