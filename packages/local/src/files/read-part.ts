/** Reads part of a file that a process may have replaced: a pipe or a link is refused, never waited on or followed. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { readPiece } from "./pieces.js";

/** At most so many bytes from a place on. Rejects when the path is no regular file. */
export async function readPart(path: string, from: number, bytesMax: number): Promise<Uint8Array> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw new Error(`${path} is no regular file any more`);
    return await readPiece(file, from, Math.min(bytesMax, status.size - from));
  } finally {
    await file.close();
  }
}
