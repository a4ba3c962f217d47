/**
 * The last line of a process's output that is not blank, read from the end, so that a process that printed gigabytes
 * costs no more than one that printed a line.
 */
import type { Process } from "@crucible/core";

/** How long the last line may be unless the operator says otherwise: 1 MiB. */
export const RESULT_LINE_BYTES_MAX = 1_048_576;

/** How many bytes of blank lines after it are passed over. */
const BLANK_BYTES_MAX = 1_048_576;

const WINDOW_BYTES = 65_536;
const NEWLINE = 10;

/** A byte order mark is part of the line, which is no JSON then: a decoder that is left alone would drop it. */
const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });

export type LineReading =
  | { readonly kind: "none" }
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "refused"; readonly problem: string };

export async function lastLine(
  process: Pick<Process, "stdout">,
  stdoutBytes: number,
  lineBytesMax: number = RESULT_LINE_BYTES_MAX,
): Promise<LineReading> {
  const end = await endOfText(process, stdoutBytes);
  if (end === undefined) {
    return { kind: "refused", problem: `ends in more than ${BLANK_BYTES_MAX} blank bytes` };
  }
  if (end === 0) return { kind: "none" };
  const bytes = await lineBefore(process, end, lineBytesMax);
  if (bytes === undefined) {
    return { kind: "refused", problem: `is longer than ${lineBytesMax} bytes` };
  }
  return { kind: "line", text: DECODER.decode(bytes.subarray(bytes.findIndex(isInk))) };
}

/** The offset after the last byte that is not blank; 0 when there is none, `undefined` when it is too far away. */
async function endOfText(
  process: Pick<Process, "stdout">,
  stdoutBytes: number,
): Promise<number | undefined> {
  for (let end = stdoutBytes; end > 0; ) {
    if (stdoutBytes - end > BLANK_BYTES_MAX) return undefined;
    const start = Math.max(0, end - WINDOW_BYTES);
    const bytes = await process.stdout(start, end - start);
    for (let index = bytes.length - 1; index >= 0; index--) {
      if (!isBlank(bytes[index])) return start + index + 1;
    }
    end = start;
  }
  return 0;
}

/** The bytes from the newline before `end` up to `end`; `undefined` when there are too many. */
async function lineBefore(
  process: Pick<Process, "stdout">,
  end: number,
  lineBytesMax: number,
): Promise<Uint8Array | undefined> {
  const from = Math.max(0, end - lineBytesMax - 1);
  const bytes = await process.stdout(from, end - from);
  const newline = bytes.lastIndexOf(NEWLINE);
  if (newline === -1 && bytes.length > lineBytesMax) return undefined;
  return bytes.subarray(newline + 1);
}

function isInk(byte: number): boolean {
  return !isBlank(byte);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || (byte !== undefined && byte >= 9 && byte <= 13);
}
