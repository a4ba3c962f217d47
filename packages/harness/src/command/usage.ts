/**
 * The usage file of a stand-in: JSON lines `{"cost_usd": 0.25}` that it may append at any time. Every line counts once it
 * is read, and their sum is the cost of the turn. A line that cannot be read is a spend that was claimed and is unknown,
 * so it is never taken for nothing.
 */
import { isJsonObject, type JsonValue, nanoFromUsd, ownField, type Process } from "@crucible/core";

/** The variable that names the file. */
export const USAGE_VARIABLE = "CRUCIBLE_USAGE_FILE";

const LINE_BYTES_MAX = 65_536;
const NEWLINE = 0x0a;

/** What is wrong with the file, in words that follow its name. */
export class UsageUnreadable extends Error {
  override readonly name = "UsageUnreadable";
}

export class UsageReader {
  readonly #process: Pick<Process, "feedback">;
  #offset = 0;
  #lines = 0;
  #rest: Uint8Array = new Uint8Array();
  #costNano = 0;

  constructor(process: Pick<Process, "feedback">) {
    this.#process = process;
  }

  /** Sum of the lines read so far, in nano-dollars. */
  get costNano(): number {
    return this.#costNano;
  }

  /** Reads what was added. At the end a last line may miss its newline. Rejects with {@link UsageUnreadable}. */
  async read(atEnd: boolean): Promise<void> {
    for (;;) {
      const piece = await this.#piece();
      if (piece.length === 0) break;
      this.#offset += piece.length;
      this.#take(piece);
    }
    if (atEnd && this.#rest.length > 0) {
      this.#count(this.#rest);
      this.#rest = new Uint8Array();
    }
  }

  async #piece(): Promise<Uint8Array> {
    try {
      return await this.#process.feedback(USAGE_VARIABLE, this.#offset);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new UsageUnreadable(`cannot be read (${why})`);
    }
  }

  #take(piece: Uint8Array): void {
    const bytes = joined(this.#rest, piece);
    let start = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      this.#count(bytes.subarray(start, end));
      start = end + 1;
    }
    this.#rest = bytes.slice(start);
    if (this.#rest.length > LINE_BYTES_MAX) this.#refuse(`is longer than ${LINE_BYTES_MAX} bytes`);
  }

  #count(line: Uint8Array): void {
    this.#lines += 1;
    const text = new TextDecoder().decode(line).trim();
    if (text === "") return;
    const cost = costOf(text);
    if (cost === undefined) this.#refuse('is not {"cost_usd": <dollars>}');
    else this.#costNano += cost;
    if (!Number.isSafeInteger(this.#costNano)) this.#refuse("makes the sum too large to count");
  }

  #refuse(problem: string): never {
    throw new UsageUnreadable(`line ${Math.max(1, this.#lines)} ${problem}`);
  }
}

function costOf(text: string): number | undefined {
  try {
    const value = JSON.parse(text) as JsonValue;
    const cost = isJsonObject(value) ? ownField(value, "cost_usd") : undefined;
    return typeof cost === "number" ? nanoFromUsd(cost) : undefined;
  } catch {
    // Neither text that is no JSON nor a number that is no amount is a cost.
    return undefined;
  }
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(left.length + right.length);
  bytes.set(left);
  bytes.set(right, left.length);
  return bytes;
}
