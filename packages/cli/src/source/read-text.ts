/** Reading one file that the command line names: text, or a refusal that names the file as it was written. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { Refusal } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** No file that the command reads whole has a reason to be larger. */
const BYTES_MAX = 16 * 1024 * 1024;

export async function readText(path: string, terminal: Terminal): Promise<string> {
  const bytes = await readBytes(path, terminal);
  if (bytes.length > BYTES_MAX) throw new Refusal(`${path} is larger than ${BYTES_MAX} bytes`);
  return decodeStrictly(bytes, path);
}

/** The text of bytes that must be UTF-8; `path` is what the refusal calls them. */
export function decodeStrictly(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(`${path} is not UTF-8 text`);
  }
}

async function readBytes(path: string, terminal: Terminal): Promise<Uint8Array> {
  try {
    return await readFile(resolve(terminal.cwd, path));
  } catch (error) {
    throw new Refusal(`cannot read ${path}: ${reasonOf(error)}`);
  }
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
