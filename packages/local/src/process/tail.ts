/** Keeps the end of a byte stream in bounded memory, whatever arrives. */
export class ByteTail {
  readonly #bytesMax: number;
  #chunks: Uint8Array[] = [];
  #length = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // Joined now and then rather than at every chunk, so that many small ones cost no more than their bytes.
    if (this.#length > 2 * this.#bytesMax) this.#compact();
  }

  /** The end as text; a character cut at the front is dropped, one that is broken becomes a replacement mark. */
  text(): string {
    this.#compact();
    const bytes = this.#chunks[0] ?? new Uint8Array();
    let start = 0;
    while (start < 3 && start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
    return new TextDecoder().decode(bytes.subarray(start));
  }

  #compact(): void {
    const joined = Buffer.concat(this.#chunks);
    const end = joined.subarray(Math.max(0, joined.length - this.#bytesMax));
    // A copy, so that the longer buffer can be freed.
    this.#chunks = [Uint8Array.from(end)];
    this.#length = end.length;
  }
}
