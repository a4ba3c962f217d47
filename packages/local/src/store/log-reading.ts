/**
 * Reads the bytes of a log. Whole batches count; a torn end (half a line, or a batch without its last line) is what a
 * crash leaves and is dropped. A line that was ended and cannot be read is damage, which nothing may be built on.
 */
import { LogDamaged, type LogLine } from "@crucible/core";
import { decodeLogLine } from "@crucible/core/wire";
import { firstProblem } from "./readable.js";

export interface LogReading {
  readonly lines: readonly LogLine[];
  /** Length of the whole batches in bytes. */
  readonly length: number;
  /** The last whole line misses its newline; it must be added before anything is appended. */
  readonly unended: boolean;
}

const NEWLINE = 0x0a;
/** The longest line admits ten thousand tasks; one beyond this would cost more memory than there is. */
const LINE_BYTES_MAX = 67_108_864;
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Reads from a position between two batches; `seq` is the number of the first line there, `name` is for messages. */
export function readLogBytes(bytes: Uint8Array, seq: number, name: string): LogReading {
  const lines: LogLine[] = [];
  let batch: LogLine[] = [];
  let length = 0;
  let unended = false;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, start);
    const end = newline < 0 ? bytes.length : newline;
    const expected = seq + lines.length + batch.length;
    const line = parseLine(bytes.subarray(start, end), expected);
    if (typeof line === "string") {
      if (newline < 0) break;
      throw new LogDamaged(`${name}: line ${expected + 1} cannot be read: ${line}`);
    }
    batch.push(line);
    start = newline < 0 ? end : end + 1;
    if (line.more !== true) {
      for (const one of batch) lines.push(one);
      batch = [];
      length = start;
      unended = newline < 0;
    }
  }
  return { lines, length, unended };
}

/** The line, or what is wrong with it: whoever reads a log goes by its fields, and nobody vouches for the file. */
function parseLine(bytes: Uint8Array, seq: number): LogLine | string {
  if (bytes.length > LINE_BYTES_MAX) return `it is longer than ${LINE_BYTES_MAX} bytes`;
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return "it is not UTF-8";
  }
  const reading = decodeLogLine(text);
  if (!reading.ok) return firstProblem(reading.problems);
  // A kind that this engine does not know is for its readers to pass over (WIRE-033).
  const line = reading.kind === "known" ? reading.line : (reading.envelope as LogLine);
  return line.seq === seq ? line : `it is numbered ${line.seq}, and ${seq} is due`;
}
