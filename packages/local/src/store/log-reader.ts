/**
 * Reading a log by anybody, and taking one over. A reader that follows a log asks again and again from where it was:
 * the place is remembered, so that following costs what was added.
 */
import type { LogLine } from "@crucible/core";
import { writeDurably } from "../files/durable.js";
import { readPiece } from "../files/pieces.js";
import { openRecord, readRecordBytes } from "../files/read-record.js";
import { readLogBytes } from "./log-reading.js";
import { readable } from "./readable.js";

/** A position between two batches of one file. */
interface Place {
  readonly file: bigint;
  readonly seq: number;
  readonly offset: number;
}

/** No run comes near it, and a sparse file of a terabyte is written in no time. */
const LOG_BYTES_MAX = 2_147_483_647;

/** Logs whose place is remembered; the one that was read longest ago is forgotten first. */
const PLACES_MAX = 64;

export class LogReader {
  readonly #places = new Map<string, Place>();

  /** Whole batches with lines from `from` on; a batch that begins earlier gives its later lines. */
  read(path: string, from: number): Promise<readonly LogLine[]> {
    return readable(path, () => this.#read(path, from));
  }

  async #read(path: string, from: number): Promise<readonly LogLine[]> {
    const { file } = await openRecord(path, LOG_BYTES_MAX);
    try {
      const status = await file.stat({ bigint: true });
      const start = this.#startOf(path, from, status.ino, Number(status.size));
      const bytes = await readPiece(file, start.offset, Number(status.size) - start.offset);
      const { lines, length, unended } = readLogBytes(bytes, start.seq, path);
      // A line whose newline is still to come was read, but the next reading begins before it.
      if (!unended) {
        this.#remember(path, {
          file: status.ino,
          seq: start.seq + lines.length,
          offset: start.offset + length,
        });
      }
      return lines.slice(Math.max(0, from - start.seq));
    } finally {
      await file.close();
    }
  }

  #startOf(path: string, from: number, file: bigint, size: number): Place {
    const place = this.#places.get(path);
    // A log that was taken over is another file: what is remembered of the former one does not hold.
    return place !== undefined && place.file === file && place.seq <= from && place.offset <= size
      ? place
      : { file, seq: 0, offset: 0 };
  }

  #remember(path: string, place: Place): void {
    this.#places.delete(path);
    this.#places.set(path, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > PLACES_MAX && oldest !== undefined) this.#places.delete(oldest);
  }
}

/**
 * Makes the log the new owner's: its whole batches are copied into a new file that takes the old one's name. What an
 * earlier owner still writes goes to a file that nobody reads. Gives its lines; rejects with `LogDamaged`.
 */
export async function takeOverLog(path: string): Promise<readonly LogLine[]> {
  const bytes = await readable(path, () => readRecordBytes(path, LOG_BYTES_MAX));
  const { lines, length, unended } = readLogBytes(bytes, 0, path);
  const whole = bytes.subarray(0, length);
  await writeDurably(path, unended ? Buffer.concat([whole, Buffer.from("\n")]) : whole);
  return lines;
}
