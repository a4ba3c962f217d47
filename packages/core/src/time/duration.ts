/**
 * Durations as authors write them: a number and a unit (`90s`, `1.5h`, `20 min`), or seconds without a unit.
 *
 * The canonical form is whole hours, else whole minutes, else seconds, so that `3600` and `1h` give one digest.
 */

const UNIT_MS: ReadonlyMap<string, number> = new Map([
  ["", 1_000],
  ["s", 1_000],
  ["sec", 1_000],
  ["m", 60_000],
  ["min", 60_000],
  ["h", 3_600_000],
  ["hr", 3_600_000],
]);

/** Ten years: past it a duration is a slip of the pen, and milliseconds stay far below the safe integers. */
const DURATION_MS_MAX = 10 * 366 * 24 * 3_600_000;

/** Milliseconds (at least 1), or why the text is no duration, as a phrase that follows the name of what it was given for. */
export type DurationReading =
  | { readonly ok: true; readonly ms: number }
  | { readonly ok: false; readonly message: string };

/** Reads `90s`, `10m`, `2h`, `1.5h`, `3600`; rounds to whole milliseconds. */
export function readDuration(text: string): DurationReading {
  const match = /^ *([0-9]{1,15}(?:\.[0-9]{1,15})?) *([a-z]*) *$/.exec(text.slice(0, 60));
  const unitMs = match ? UNIT_MS.get(match[2] ?? "") : undefined;
  if (text.length > 60 || !match || unitMs === undefined) {
    return {
      ok: false,
      message: `${quote(text)} is not a duration (try \`90s\`, \`10m\`, \`2h\`)`,
    };
  }
  const ms = Math.round(Number(match[1]) * unitMs);
  if (ms < 1) return { ok: false, message: `must be positive, got ${quote(text)}` };
  if (ms > DURATION_MS_MAX)
    return { ok: false, message: `${quote(text)} is longer than ten years` };
  return { ok: true, ms };
}

/** The canonical spelling: `2h`, `90m`, `45s`, `0.25s`. */
export function formatDuration(ms: number): string {
  if (ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  if (ms % 60_000 === 0) return `${ms / 60_000}m`;
  return `${ms / 1_000}s`;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
