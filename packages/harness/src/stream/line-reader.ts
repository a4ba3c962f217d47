/**
 * Lines out of bytes, however the bytes are cut: a line is decoded once it is whole, so a character that arrives in two
 * pieces stays one. A line above the bound is skipped and counted; the stream goes on after it.
 */

const NEWLINE = 0x0a;

export class LineReader {
  readonly #bytesMax: number;
  #pieces: Uint8Array[] = [];
  #held = 0;
  #isSkipping = false;
  #skipped = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Lines that were longer than the bound. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The lines that this piece completes, without their newlines. */
  push(piece: Uint8Array): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      this.#hold(piece.subarray(start, end));
      const line = this.#take();
      if (line !== undefined) lines.push(line);
      start = end + 1;
    }
    // A copy: the piece may be a view of a buffer that its owner uses again.
    this.#hold(piece.slice(start));
    return lines;
  }

  /** What followed the last newline; `undefined` when nothing did. */
  rest(): string | undefined {
    const line = this.#take();
    return line === "" ? undefined : line;
  }

  #hold(bytes: Uint8Array): void {
    if (this.#isSkipping || bytes.length === 0) return;
    this.#held += bytes.length;
    if (this.#held <= this.#bytesMax) {
      this.#pieces.push(bytes);
      return;
    }
    this.#pieces = [];
    this.#isSkipping = true;
    this.#skipped += 1;
  }

  #take(): string | undefined {
    const isSkipped = this.#isSkipping;
    const text = isSkipped ? undefined : decoded(this.#pieces, this.#held);
    this.#pieces = [];
    this.#held = 0;
    this.#isSkipping = false;
    return text;
  }
}

function decoded(pieces: readonly Uint8Array[], length: number): string {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return new TextDecoder().decode(bytes);
}
