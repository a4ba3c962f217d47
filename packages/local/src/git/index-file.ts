/**
 * Git's index file, version 2, as git documents it in `gitformat-index`: the paths of a tree in order, each with its
 * mode and object. Reading what git has just written, and writing what it is to read next, takes the place of a process.
 * What git keeps there to tell whether a file changed is left out, so git takes every file for a changed one.
 */
import { createHash } from "node:crypto";
import { WorldRefused } from "@crucible/core";
import { errorCode, reasonOf } from "../files/error-code.js";
import type { RawPath } from "../files/raw-path.js";
import { readPart } from "../files/read-part.js";

/** What a tree holds at one path. */
export interface TreeEntry {
  /** Git's octal mode. */
  readonly mode: string;
  readonly object: string;
}

const SIGNATURE = "DIRC";
const VERSION = 2;
const HEADER_BYTES = 12;
const DIGEST_BYTES = 20;
/** Where these are in an entry. */
const [MODE, OBJECT, FLAGS, NAME] = [24, 40, 60, 62] as const;
/** A longer name ends where the zero byte is. */
const NAME_LENGTH_MAX = 0xfff;

/** More than any work tree needs. */
const INDEX_BYTES_MAX = 536_870_912;

/**
 * The entries of an index file, which a task may have replaced since git wrote it; undefined when there is nothing.
 * Rejects with `WorldRefused`.
 */
export async function readIndexFile(path: string): Promise<Map<RawPath, TreeEntry> | undefined> {
  try {
    const bytes = await readPart(path, 0, INDEX_BYTES_MAX);
    return readIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw new WorldRefused(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

/** The entries of an index. Throws when it is damaged, or not of the version that git is told to write. */
export function readIndex(bytes: Buffer): Map<RawPath, TreeEntry> {
  const signature = bytes.toString("latin1", 0, SIGNATURE.length);
  if (bytes.length < HEADER_BYTES || signature !== SIGNATURE || bytes.readUInt32BE(4) !== VERSION) {
    throw new Error(`it is no index of version ${VERSION}`);
  }
  const entries = new Map<RawPath, TreeEntry>();
  let at = HEADER_BYTES;
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const end = at + NAME < bytes.length ? bytes.indexOf(0, at + NAME) : -1;
    if (end < 0) throw new Error("it ends before its last entry does");
    const object = bytes.toString("hex", at + OBJECT, at + OBJECT + DIGEST_BYTES);
    const mode = bytes.readUInt32BE(at + MODE).toString(8);
    entries.set(bytes.toString("latin1", at + NAME, end), { mode, object });
    at += entryBytes(end - at - NAME);
  }
  return entries;
}

/** The index file that holds these entries and nothing else. */
export function indexOf(entries: ReadonlyMap<RawPath, TreeEntry>): Buffer {
  // One character is one byte, so this is git's order.
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const length = sorted.reduce((sum, [path]) => sum + entryBytes(path.length), HEADER_BYTES);
  const bytes = Buffer.alloc(length + DIGEST_BYTES);
  bytes.write(SIGNATURE, "latin1");
  bytes.writeUInt32BE(VERSION, 4);
  bytes.writeUInt32BE(sorted.length, 8);
  let at = HEADER_BYTES;
  for (const [path, { mode, object }] of sorted) {
    bytes.writeUInt32BE(Number.parseInt(mode, 8), at + MODE);
    bytes.write(object, at + OBJECT, "hex");
    bytes.writeUInt16BE(Math.min(path.length, NAME_LENGTH_MAX), at + FLAGS);
    bytes.write(path, at + NAME, "latin1");
    at += entryBytes(path.length);
  }
  createHash("sha1").update(bytes.subarray(0, length)).digest().copy(bytes, length);
  return bytes;
}

/** Entries are filled up to a multiple of eight bytes, and a name ends with a zero byte at least. */
function entryBytes(nameLength: number): number {
  return Math.ceil((NAME + nameLength + 1) / 8) * 8;
}
