/** Whose captured set a row carries, and how much of the run's bound it takes. */
import type { Task, TaskResult } from "@crucible/core";

/** An instance has a set of its own, rounds share their task's (LOOP-050). */
export function setOwnerOfRow(tasks: ReadonlyMap<string, Task>, row: string): string {
  const bracket = row.indexOf("[");
  if (bracket === -1) return row;
  const node = row.slice(0, bracket);
  const isMapped = tasks.get(node)?.over !== undefined;
  return isMapped ? row : node;
}

/** Bytes of a row's set; 0 when it has none. */
export function setBytes(row: TaskResult): number {
  return (row.files ?? []).reduce((total, file) => total + file.size, 0);
}
