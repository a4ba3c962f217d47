/** Blobs of a {@link MemoryDisk}. */
import { type BlobRef, type Blobs, BlobTooLarge, digestOfBytes } from "@crucible/core";
import type { Faults } from "../faults/faults.js";
import type { MemoryDisk } from "./memory-disk.js";

/** Pieces in which content is given back, so that readers meet more than one. */
const PIECE_BYTES = 64 * 1024;

export class MemoryBlobs implements Blobs {
  readonly #disk: MemoryDisk;
  readonly #faults: Faults;

  constructor(disk: MemoryDisk, faults: Faults) {
    this.#disk = disk;
    this.#faults = faults;
  }

  async put(content: AsyncIterable<Uint8Array>, bytesMax: number): Promise<BlobRef> {
    await this.#faults.reach("blobs.put");
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const piece of content) {
      size += piece.length;
      if (size > bytesMax) throw new BlobTooLarge(`the content is larger than ${bytesMax} bytes`);
      pieces.push(piece.slice());
    }
    const bytes = concatenated(pieces, size);
    const digest = digestOfBytes(bytes);
    this.#disk.blobs.set(digest, bytes);
    await this.#faults.reach("blobs.put done");
    return { digest, size };
  }

  async get(digest: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    await this.#faults.reach("blobs.get");
    const bytes = this.#disk.blobs.get(digest);
    return bytes === undefined ? undefined : pieces(bytes);
  }
}

export async function* pieces(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.slice(from, from + PIECE_BYTES);
  }
}

function concatenated(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
