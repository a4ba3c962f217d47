/** Which tasks an execution reuses, from the entries that start it or from its log. */
import type { Entry } from "@crucible/core";
import { splitRow } from "../graph/row-name.js";

/** Names of tasks with a row marked reused (RERUN-028); items and rounds count for their task. */
export function reusedTasks(entries: Iterable<Entry>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const entry of entries) {
    if (entry.kind !== "task_result" || !entry.reused) continue;
    names.add(splitRow(entry.task)?.node ?? entry.task);
  }
  return names;
}
