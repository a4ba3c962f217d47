/** Reading one file that the command line names: text, or a refusal that names the file as it was written. */
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** No file that the command reads whole has a reason to be larger. */
const BYTES_MAX = 16 * 1024 * 1024;

export async function readText(path: string, terminal: Terminal): Promise<string> {
  return decodeStrictly(await readBytes(path, terminal), path);
}

/** The text of bytes that must be UTF-8; `path` is what the refusal calls them. */
export function decodeStrictly(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path} is not UTF-8 text`);
  }
}

/** A pipe is read like a file, and neither further than is of use: a device may have no end. */
async function readBytes(path: string, terminal: Terminal): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of createReadStream(resolve(terminal.cwd, path))) {
      pieces.push(piece as Uint8Array);
      size += (piece as Uint8Array).length;
      if (size > BYTES_MAX) break;
    }
  } catch (error) {
    throw new Refusal(`cannot read ${path}: ${reasonOf(error)}`);
  }
  if (size > BYTES_MAX) throw new Refusal(`${path} is larger than ${BYTES_MAX} bytes`);
  return Buffer.concat(pieces);
}

/** Refuses a name under which no file lies, before anything beside it is looked at; `hint` says what to name instead. */
export async function requireFile(path: string, terminal: Terminal, hint = ""): Promise<void> {
  const found = await stat(resolve(terminal.cwd, path)).catch((error: unknown) => {
    throw new Refusal(`cannot read ${path}: ${reasonOf(error)}${hint}`);
  });
  if (found.isDirectory()) throw new Refusal(`cannot read ${path}: it is a folder${hint}`);
}

/** A file system error in words. */
function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file";
  if (code === "EISDIR") return "it is a folder";
  if (code === "EACCES") return "permission denied";
  return error instanceof Error ? error.message : String(error);
}
