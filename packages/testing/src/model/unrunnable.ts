/** Which tasks cannot run where a run is, by asking each until nothing changes. */
import type { Plan, Task } from "@crucible/core";

/**
 * `truncated` for required tasks, `skipped` for advisory ones; tasks that can run are absent, and so are those whose results
 * a rerun reuses (RERUN-025).
 */
export function unrunnable(
  plan: Plan,
  capabilities: readonly string[],
  reused: ReadonlySet<string>,
): ReadonlyMap<string, "truncated" | "skipped"> {
  const cannot = new Map<string, "truncated" | "skipped">();
  const lacks = (task: Task): boolean => {
    if (reused.has(task.name)) return false;
    if (task.needs !== "any" && !capabilities.includes(task.needs)) return true;
    if (task.join === "settled" || task.dependsOn.length === 0) return false;
    const missing = task.dependsOn.filter((name) => cannot.has(name));
    if (task.join === "all") return missing.length > 0;
    // An advisory task over nothing that can run is not skipped: a passed join fails where none passed (EXEC-108).
    return task.required && missing.length === task.dependsOn.length;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const task of plan.tasks) {
      if (cannot.has(task.name) || !lacks(task)) continue;
      cannot.set(task.name, task.required ? "truncated" : "skipped");
      changed = true;
    }
  }
  return cannot;
}
