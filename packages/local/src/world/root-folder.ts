/**
 * The folder that a workspace is. An attempt can do to it what it likes, the folder itself included: it may remove it, or
 * put a link to somebody else's folder in its place, which must not be followed then.
 */
import { lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { removeTree } from "../files/remove-tree.js";

export class RootFolder {
  readonly #path: string;
  /** Where a link leads that stood here from the beginning, put here by a set-up command. */
  readonly #target: string | undefined;

  /** The folder is there and is sound. */
  constructor(path: string) {
    this.#path = path;
    this.#target = linkAt(path);
  }

  /** Makes sure that it is the folder from the beginning, or an empty one when that is gone. Nothing may run in it. */
  async ensure(): Promise<void> {
    const isSame = linkAt(this.#path) === this.#target;
    if (isSame && statSync(this.#path, { throwIfNoEntry: false })?.isDirectory() === true) return;
    await removeTree(this.#path);
    const folder = resolve(dirname(this.#path), this.#target ?? this.#path);
    mkdirSync(folder, { recursive: true });
    if (this.#target !== undefined) symlinkSync(this.#target, this.#path);
  }
}

function linkAt(path: string): string | undefined {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status?.isSymbolicLink() === true ? readlinkSync(path) : undefined;
}
