/** The last line of standard output that is not blank, read from the end of it. */
import type { Process } from "@crucible/core";

/** A longer line is no result. */
export const LINE_BYTES_MAX = 1_048_576;

const NEWLINE = 0x0a;

/** A byte order mark is part of the line, as everywhere else where a last line is a result. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

/** The line without surrounding blanks, `""` when there is none, `undefined` when it is longer than the bound. */
export async function lastWords(
  process: Pick<Process, "stdout">,
  stdoutBytes: number,
): Promise<string | undefined> {
  const from = Math.max(0, stdoutBytes - 2 * LINE_BYTES_MAX);
  const bytes = await process.stdout(from, stdoutBytes - from);
  let end = bytes.length;
  while (end > 0 && isBlank(bytes[end - 1])) end -= 1;
  let start = end === 0 ? 0 : bytes.lastIndexOf(NEWLINE, end - 1) + 1;
  if (end - start > LINE_BYTES_MAX || (start === 0 && from > 0)) return undefined;
  while (start < end && isBlank(bytes[start])) start += 1;
  return DECODER.decode(bytes.subarray(start, end));
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
