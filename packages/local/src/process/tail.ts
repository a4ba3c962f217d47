/**
 * Keeps the end of a byte stream in bounded memory, whatever arrives. Secrets are taken out of it before anybody cuts it
 * further, and one that begins before the end that is kept leaves nothing of itself in it.
 */
import { maskedBytes, type Secrets } from "./masked-output.js";

export class ByteTail {
  readonly #bytesMax: number;
  readonly #secrets: Secrets;
  /** What is kept before the end, so that a secret which goes on in it is found. */
  readonly #before: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(bytesMax: number, secrets: Secrets = []) {
    this.#bytesMax = bytesMax;
    this.#secrets = secrets;
    this.#before = Math.max(0, (secrets[0]?.length ?? 0) - 1);
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // Joined now and then rather than at every chunk, so that many small ones cost no more than their bytes.
    if (this.#length > 2 * (this.#bytesMax + this.#before)) this.#compact();
  }

  /** The end as text; a character cut at the front is dropped, one that is broken becomes a replacement mark. */
  text(): string {
    this.#compact();
    const kept = this.#chunks[0] ?? new Uint8Array();
    const bytes = maskedBytes(kept, Math.max(0, kept.length - this.#bytesMax), this.#secrets);
    let start = 0;
    while (start < 3 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
    return new TextDecoder().decode(bytes.subarray(start));
  }

  #compact(): void {
    const joined = Buffer.concat(this.#chunks);
    const excess = joined.length - this.#bytesMax - this.#before;
    // A copy, so that the longer buffer can be freed.
    this.#chunks = [Uint8Array.from(joined.subarray(Math.max(0, excess)))];
    this.#length = this.#chunks[0]?.length ?? 0;
  }
}
