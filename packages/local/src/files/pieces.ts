/**
 * Files in pieces: small enough that a large file is never held whole, large enough that a piece costs little. Whoever
 * is done with a piece and knows that nobody else has it may give it back; its memory is then used again, so that a
 * large file costs no more memory than a few pieces. Without that the collector takes care of it, later.
 */
import type { FileHandle } from "node:fs/promises";

const PIECE_BYTES = 524_288;
const FREE_MAX = 8;

const free: Buffer[] = [];
const lent = new WeakMap<ArrayBufferLike, Buffer>();

/**
 * The bytes of an open file from its start; the file stays open. A piece belongs to whoever gets it, and the one after it is
 * read meanwhile.
 */
export async function* piecesOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  let reading = pieceAt(file, 0);
  try {
    for (let position = 0; ; ) {
      const piece = await reading;
      if (piece.length === 0) return;
      position += piece.length;
      reading = pieceAt(file, position);
      // Should it fail while nobody waits for it, whoever asks next is told.
      reading.catch(() => undefined);
      yield piece;
    }
  } finally {
    // The file may be closed once nothing is read of it any more.
    await reading.then(giveBack, () => undefined);
  }
}

/** One piece, empty at the file's end. */
async function pieceAt(file: FileHandle, position: number): Promise<Uint8Array> {
  // Memory of its own: not from the pool of small buffers, and not filled with zeros first.
  const buffer = free.pop() ?? Buffer.allocUnsafeSlow(PIECE_BYTES);
  lent.set(buffer.buffer, buffer);
  const { bytesRead } = await file.read(buffer, 0, PIECE_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** Lets a piece's memory be used again; what is no piece of {@link piecesOf}, or was given back, is left alone. */
export function giveBack(piece: Uint8Array): void {
  const buffer = lent.get(piece.buffer);
  if (buffer === undefined) return;
  lent.delete(piece.buffer);
  if (free.length < FREE_MAX) free.push(buffer);
}

/** So many bytes of an open file from a position on; fewer where it ends before. */
export async function readPiece(
  file: FileHandle,
  from: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.max(0, length));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Writes the whole piece at the file's present place. */
export async function writePiece(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let from = 0; from < piece.length; ) {
    from += (await file.write(piece, from)).bytesWritten;
  }
}
