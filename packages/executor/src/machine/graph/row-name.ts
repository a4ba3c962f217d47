/**
 * Row names: `task`, `task[key]` for an instance of a fan-out, `task[round-N]` for a round of a loop. Task names hold no
 * brackets, so a row name reads back in one way whatever the key holds (MAP-003, MAP-005, LOOP-040).
 */

export function instanceRow(node: string, key: string): string {
  return `${node}[${key}]`;
}

export function roundRow(task: string, round: number): string {
  return `${task}[round-${round}]`;
}

/** The task's name and what stands between the outer brackets; `undefined` for a plain name. */
export function splitRow(
  row: string,
): { readonly node: string; readonly inner: string } | undefined {
  const open = row.indexOf("[");
  if (open <= 0 || !row.endsWith("]")) return undefined;
  return { node: row.slice(0, open), inner: row.slice(open + 1, -1) };
}

/** The number of `round-N`, or `undefined`. */
export function roundOf(inner: string): number | undefined {
  const match = /^round-([1-9][0-9]{0,3})$/.exec(inner);
  return match ? Number(match[1]) : undefined;
}
