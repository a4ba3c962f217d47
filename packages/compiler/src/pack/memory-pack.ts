/** A pack made of texts and bytes in memory, for tests, generated packs and editors. */
import { digestOfBytes, type Pack, type PackFile, packOf } from "@crucible/core";
import { readPackPath } from "./pack-path.js";

/** The content of one file: text (written as UTF-8) or bytes. */
export type FileContent = string | Uint8Array;

/**
 * A pack of the given files by path. Bytes are copied. Throws a TypeError for a path that is not pack-relative, for two
 * spellings of one path and for text that holds a lone surrogate.
 */
export function memoryPack(files: Readonly<Record<string, FileContent>>): Pack {
  const made = new Map<string, PackFile>();
  for (const [written, content] of Object.entries(files)) {
    const reading = readPackPath(written);
    if (!reading.ok) throw new TypeError(`${JSON.stringify(written)} ${reading.message}`);
    const { path } = reading;
    if (made.has(path)) throw new TypeError(`${JSON.stringify(path)} is given twice`);
    const bytes = bytesOf(path, content);
    made.set(path, { path, bytes, executable: false, digest: digestOfBytes(bytes) });
  }
  return packOf([...made.values()]);
}

function bytesOf(path: string, content: FileContent): Uint8Array {
  if (typeof content !== "string") return Uint8Array.from(content);
  if (!content.isWellFormed())
    throw new TypeError(`${JSON.stringify(path)} holds a lone surrogate`);
  return new TextEncoder().encode(content);
}
