/** Time that has passed, as people read it: rounded, two units at the most. */

/** Milliseconds as `0.4s`, `12s`, `3m 05s`, `2h 07m`. */
export function elapsed(ms: number): string {
  const tenths = Math.floor(ms / 100);
  if (tenths < 100) return `${(tenths / 10).toFixed(1)}s`;
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
