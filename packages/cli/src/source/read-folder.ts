/** A file that the command line names, together with its folder, read as a pack. */
import { basename, dirname, resolve } from "node:path";
import type { Pack, SourceLookup } from "@crucible/core";
import { PackRefused, readPack } from "@crucible/local/pack";
import { Refusal } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";
import { decodeStrictly, requireFile } from "./read-text.js";

export interface PackOnDisk {
  readonly pack: Pack;
  /** Absolute. */
  readonly folder: string;
  /** The named file as a path in the pack. */
  readonly file: string;
  /** Its text. */
  readonly text: string;
  /** Texts of the pack's files, for messages. */
  readonly sourceOf: SourceLookup;
}

/** `hint` follows the refusal of a file that is not there. */
export async function readFolderOf(
  named: string,
  terminal: Terminal,
  hint?: string,
): Promise<PackOnDisk> {
  await requireFile(named, terminal, hint);
  const folder = resolve(terminal.cwd, dirname(named));
  const file = basename(named);
  const pack = await readPack(folder).catch((error: unknown) => {
    throw error instanceof PackRefused ? new Refusal(error.message) : error;
  });
  const bytes = pack.files.get(file)?.bytes;
  if (!bytes) throw new Refusal(`cannot read ${named}: there is no such file`);
  const sourceOf: SourceLookup = (path) => {
    const found = pack.files.get(path);
    return found && new TextDecoder().decode(found.bytes);
  };
  return { pack, folder, file, text: decodeStrictly(bytes, named), sourceOf };
}
