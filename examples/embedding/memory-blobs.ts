/** Blobs in memory: bytes by their digest. */
import { type Blobs, BlobTooLarge, digestOfBytes } from "@crucible/core";

export function memoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  return {
    put: async (content, bytesMax) => {
      const bytes = await collect(content, bytesMax);
      const digest = digestOfBytes(bytes);
      blobs.set(digest, bytes);
      return { digest, size: bytes.length };
    },
    get: async (digest) => {
      const bytes = blobs.get(digest);
      return bytes && stream(bytes);
    },
  };
}

/** One piece of content as the stream that the ports speak of. */
export async function* stream(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** A stream as one piece; more bytes than allowed are refused before they are all held. */
export async function collect(
  content: AsyncIterable<Uint8Array>,
  bytesMax: number = Number.POSITIVE_INFINITY,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > bytesMax) throw new BlobTooLarge(`more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}
