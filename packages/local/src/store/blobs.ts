/** Blobs by digest: `blobs/<two digits>/<digest>`. A blob gets its name only when its bytes are whole and on the disk. */
import { createHash } from "node:crypto";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BlobRef, type Blobs, BlobTooLarge, StoreLost } from "@crucible/core";
import { createFolder, syncFolder } from "../files/durable.js";
import { errorCode } from "../files/error-code.js";
import { giveBack, piecesOf, writePiece } from "../files/pieces.js";
import { NotARecord, openRecord } from "../files/read-record.js";
import { temporaryName } from "../files/temporary.js";
import { losing } from "./losing.js";

/** Blobs below a folder. */
export function fileBlobs(root: string): Blobs {
  return Object.freeze({
    put: (content: AsyncIterable<Uint8Array>, bytesMax: number) => put(root, content, bytesMax),
    get: (digest: string) => get(root, digest),
  });
}

async function put(
  root: string,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<BlobRef> {
  const cannotWrite = `a blob cannot be written in ${root}`;
  const temporary = temporaryName(join(root, "blob"));
  const file = await losing(cannotWrite, async () => {
    await createFolder(root);
    return await open(temporary, "wx", 0o600);
  });
  try {
    const blob = await writeAll(file, content, bytesMax, cannotWrite);
    const path = blobPath(root, blob.digest);
    await losing(cannotWrite, async () => {
      await file.close();
      await createFolder(dirname(path));
      // The same bytes again: whichever copy stays is as good.
      await rename(temporary, path);
      await syncFolder(dirname(path));
    });
    return blob;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeAll(
  file: FileHandle,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
  cannotWrite: string,
): Promise<BlobRef> {
  const hash = createHash("sha256");
  let size = 0;
  let synced = 0;
  let syncing: Promise<void> = Promise.resolve();
  for await (const chunk of content) {
    size += chunk.length;
    if (size > bytesMax) throw new BlobTooLarge(`the content exceeds ${bytesMax} bytes`);
    const writing = losing(cannotWrite, () => writePiece(file, chunk));
    // While the piece is on its way.
    hash.update(chunk);
    await writing;
    giveBack(chunk);
    if (size - synced < SYNCED_BYTES) continue;
    synced = size;
    syncing = alsoSynced(syncing, file);
  }
  await losing(cannotWrite, async () => {
    await syncing;
    await file.sync();
  });
  return { digest: `sha256:${hash.digest("hex")}`, size };
}

/** A large file begins to go to the disk while the rest of it is read; a disk says only once that it failed. */
const SYNCED_BYTES = 33_554_432;

function alsoSynced(syncing: Promise<void>, file: FileHandle): Promise<void> {
  const next = Promise.all([syncing, file.datasync()]).then(() => undefined);
  // Whoever waits at the end is told.
  next.catch(() => undefined);
  return next;
}

async function get(root: string, digest: string): Promise<AsyncIterable<Uint8Array> | undefined> {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined;
  const path = blobPath(root, digest);
  try {
    await stat(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  return checkedContent(path, digest);
}

/** The bytes, and at their end the certainty that they are the right ones. */
async function* checkedContent(path: string, digest: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  const { file } = await openRecord(path).catch((error: unknown) => {
    throw error instanceof NotARecord ? new StoreLost(error.message, { cause: error }) : error;
  });
  try {
    for await (const chunk of piecesOf(file)) {
      hash.update(chunk);
      yield chunk;
    }
  } finally {
    await file.close();
  }
  if (`sha256:${hash.digest("hex")}` !== digest) {
    throw new StoreLost(`${path} is damaged: its bytes have another digest; put back a copy`);
  }
}

/** Where a blob lies below the blobs' folder. */
export function blobPath(root: string, digest: string): string {
  const name = digest.slice("sha256:".length);
  return join(root, name.slice(0, 2), name);
}
