/**
 * The private folders of conversations. A conversation has one folder at one path, in which its processes work one after
 * another, and beside it copies of how it stood after its last turns. A process begins from the copy that it names, so what
 * a turn left that died half-way is gone.
 *
 *     runs/<run>/.homes/<name>/home      where processes work
 *                              kept-<n>  how it stood after a turn, the last two
 *
 * They belong to the run: a conversation goes on when its run does in another execution, and agents look for what they
 * left by its absolute path.
 */
import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ProcessHome } from "@crucible/core";
import { copyTree } from "../files/copy-tree.js";
import { fileNameOf } from "../files/file-name.js";
import { removeTree } from "../files/remove-tree.js";

/** The last is what the ledger is about to name, the one before what it names until then. */
const KEPT_MAX = 2;
const IDENTITY = /^([\w%~!*'()-]+)\/(kept-\d+)$/;

export class Homes {
  readonly #folder: string;

  constructor(runFolder: string) {
    // Begins with a dot, so that nobody takes it for an execution.
    this.#folder = join(runFolder, ".homes");
  }

  /** Readies a named home; gives its absolute path. Rejects when what it begins from is not there. */
  async open(name: string, from: string | undefined): Promise<string> {
    const folder = this.#folderOf(name);
    const path = join(folder, "home");
    const source = from === undefined ? undefined : await this.#keptAt(from);
    await removeTree(path);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (source === undefined) await mkdir(path, { mode: 0o700 });
    else await copyTree(source, path);
    return path;
  }

  /** Keeps a named home as it stands. */
  async keep(name: string): Promise<string> {
    const folder = this.#folderOf(name);
    const before = (await readdir(folder)).flatMap(keptNumber).sort((a, b) => b - a);
    const kept = `kept-${(before[0] ?? 0) + 1}`;
    const temporary = join(folder, "keeping");
    await removeTree(temporary);
    await copyTree(join(folder, "home"), temporary);
    await rename(temporary, join(folder, kept));
    for (const old of before.slice(KEPT_MAX - 1)) await removeTree(join(folder, `kept-${old}`));
    return `${name}/${kept}`;
  }

  #folderOf(name: string): string {
    return join(this.#folder, name);
  }

  async #keptAt(identity: string): Promise<string> {
    const [, name, kept] = IDENTITY.exec(identity) ?? [];
    if (name === undefined || kept === undefined) {
      throw new Error(`${JSON.stringify(identity)} is no kept home`);
    }
    const path = join(this.#folderOf(name), kept);
    const found = await stat(path).catch(() => undefined);
    if (!found?.isDirectory()) throw new Error(`the kept home ${identity} is not there any more`);
    return path;
  }
}

/** The folder of a home without a name, which goes with its process. */
export async function briefHome(privateFolder: string): Promise<string> {
  const path = join(privateFolder, "home");
  await mkdir(path, { mode: 0o700 });
  return path;
}

/** What a home's owner calls it, or nothing for one that goes with its process. */
export function homeName({ name }: ProcessHome): string | undefined {
  return name === undefined ? undefined : fileNameOf(name);
}

function keptNumber(entry: string): readonly number[] {
  const [, digits] = /^kept-(\d+)$/.exec(entry) ?? [];
  return digits === undefined ? [] : [Number(digits)];
}
