/** Names of rows: `task`, `task[key]` and `task[round-N]`. */

/** The plan's task that a row belongs to. */
export function nodeOf(row: string): string {
  const open = row.indexOf("[");
  return open < 0 ? row : row.slice(0, open);
}
