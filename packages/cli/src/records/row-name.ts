/** Names of rows: a task's own, an instance's `task[key]`, a round's `task[round-N]`. */

/** A row's task: names of tasks hold no bracket. */
export function nodeOf(row: string): string {
  const at = row.indexOf("[");
  return at < 0 ? row : row.slice(0, at);
}
