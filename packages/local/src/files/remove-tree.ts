/**
 * Takes away whatever stands at a path, whatever an attempt made of it: locked folders, names that are no text, folders
 * deeper than a path can name. No link is followed.
 *
 * Not by the platform's own recursion: that reports its first failure while it still removes elsewhere, and would go on to
 * remove what is made in the tree's place by then.
 */
import { randomBytes } from "node:crypto";
import type { Dirent } from "node:fs";
import { chmod, lstat, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { errorCode } from "./error-code.js";
import { canBeEntered, inside } from "./raw-path.js";

/** Names, and folders, that are removed at once: more only wait for the same disk. */
const NAMES_AT_ONCE = 64;
const FOLDERS_AT_ONCE = 4;
/** What a process that cannot be ended adds meanwhile is taken away too, but not for ever. */
const ROUNDS_MAX = 3;

/** Removes a file, a link or a folder with everything in it; nothing there is fine. */
export async function removeTree(path: string | Buffer): Promise<void> {
  const root = typeof path === "string" ? Buffer.from(path) : path;
  const status = await lstat(root).catch(nothing);
  if (status?.isDirectory() === true) await new Removal(root).folder(root);
  else if (status !== undefined) await unlink(root).catch(nothing);
}

class Removal {
  readonly #root: Buffer;
  /** Folders that were too deep to be named and lie directly in the root now. */
  readonly #raised: Buffer[] = [];

  constructor(root: Buffer) {
    this.#root = root;
  }

  async folder(path: Buffer): Promise<void> {
    for (let round = 1; ; round++) {
      await this.#empty(path);
      try {
        await rmdir(path);
        return;
      } catch (error) {
        if (errorCode(error) === "ENOENT") return;
        if (errorCode(error) !== "ENOTEMPTY" || round === ROUNDS_MAX) throw error;
      }
    }
  }

  async #empty(path: Buffer): Promise<void> {
    await makeWritable(path);
    const entries = await readdir(path, { withFileTypes: true, encoding: "buffer" }).catch(nothing);
    if (entries === undefined) return;
    const folders = entries.filter((entry) => entry.isDirectory());
    const others = entries.filter((entry) => !entry.isDirectory());
    await eachOf(others, NAMES_AT_ONCE, ({ name }) => unlink(inside(path, name)).catch(nothing));
    await eachOf(folders, FOLDERS_AT_ONCE, ({ name }) => this.#below(inside(path, name)));
    for (let raised = this.#raisedIn(path); raised; raised = this.#raisedIn(path)) {
      await this.folder(raised);
    }
  }

  /** One that is too deep is brought up into the root, and its turn comes when the root is empty otherwise. */
  async #below(path: Buffer): Promise<void> {
    if (canBeEntered(path)) {
      await this.folder(path);
      return;
    }
    const raised = inside(this.#root, Buffer.from(`.raised-${randomBytes(8).toString("hex")}`));
    await makeWritable(path);
    await rename(path, raised);
    this.#raised.push(raised);
  }

  #raisedIn(path: Buffer): Buffer | undefined {
    return path === this.#root ? this.#raised.pop() : undefined;
  }
}

/** So many at once; nothing is under way any more when this returns or throws. */
async function eachOf(
  entries: readonly Dirent<Buffer>[],
  atOnce: number,
  remove: (entry: Dirent<Buffer>) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += atOnce) {
    const ends = await Promise.allSettled(entries.slice(from, from + atOnce).map(remove));
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }
}

/** What is gone needs no removing. */
function nothing(error: unknown): undefined {
  if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return undefined;
  throw error;
}

/** Lets the owner change what is in a folder; a folder that is not there is fine. */
export async function makeWritable(folder: string | Buffer): Promise<void> {
  const status = await lstat(folder).catch(() => undefined);
  if (status?.isDirectory() && (status.mode & 0o700) !== 0o700) {
    await chmod(folder, (status.mode & 0o777) | 0o700);
  }
}

/** The folder that holds a path. */
export function folderOf(path: Buffer): Buffer {
  return Buffer.from(dirname(path.toString("latin1")), "latin1");
}
