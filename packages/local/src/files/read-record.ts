/**
 * Reads a file of the store whole. Whatever runs as the same user can put something else in its place: a pipe is not
 * waited on, a device is not read, and a file that is larger than any record is not held.
 */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { readPiece } from "./pieces.js";

/** A launch's plan and its pack's files, which have bounds of their own, are below this. */
const RECORD_BYTES_MAX = 268_435_456;

/** Something else stands in a record's place; the message says what is wrong with it, and names it. */
export class NotARecord extends Error {
  override readonly name = "NotARecord";
}

/** An open record and how long it was then, in bytes. */
interface OpenRecord {
  readonly file: FileHandle;
  readonly size: number;
}

/** Opens a regular file, through a link if it must be; the caller closes it. Rejects with {@link NotARecord}. */
export async function openRecord(
  path: string,
  bytesMax: number = Number.POSITIVE_INFINITY,
): Promise<OpenRecord> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  try {
    const status = await file.stat();
    if (!status.isFile() && !status.isDirectory())
      throw new NotARecord(`${path} is no regular file`);
    if (status.size > bytesMax) throw new NotARecord(`${path} is larger than ${bytesMax} bytes`);
    return { file, size: status.size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The whole text. Rejects with {@link NotARecord}, or with what the file system says. */
export async function readRecord(
  path: string,
  bytesMax: number = RECORD_BYTES_MAX,
): Promise<string> {
  const bytes = await readRecordBytes(path, bytesMax);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** All its bytes, and rejects as {@link readRecord} does. */
export async function readRecordBytes(path: string, bytesMax: number): Promise<Uint8Array> {
  const { file, size } = await openRecord(path, bytesMax);
  try {
    return await readPiece(file, 0, size);
  } finally {
    await file.close();
  }
}
