/**
 * Which tasks the place can run. A task cannot run when its own need is not among the capabilities, or when its join
 * needs a task that cannot run; a settled join asks for its own need only (EXEC-005, EXEC-009, EXEC-110).
 *
 * A required task that cannot run truncates the whole plan before anything is dispatched (EXEC-004). A task whose result
 * a rerun reuses asks nothing of the place: it is settled before anything starts, and feeds what follows (RERUN-025).
 */
import type { Plan, Task } from "@crucible/core";

export interface RunnableReport {
  /** For a task that cannot run, the task whose own need is missing; indexes, -1 where it can run. */
  readonly lacking: Int32Array;
  /** The first required task, in topological order, that cannot run; -1 when the plan can run. */
  readonly truncatedBy: number;
}

export function runnableReport(
  tasks: readonly Task[],
  dependencies: readonly (readonly number[])[],
  order: readonly number[],
  capabilities: readonly string[],
  reused: ReadonlySet<string>,
): RunnableReport {
  const provided = new Set(capabilities);
  const lacking = new Int32Array(tasks.length);
  let truncatedBy = -1;
  for (const index of order) {
    const task = tasks[index] as Task;
    if (reused.has(task.name)) {
      lacking[index] = -1;
      continue;
    }
    const lacked = missing(task, index, dependencies[index] ?? [], lacking, provided);
    lacking[index] = lacked;
    if (lacked >= 0 && task.required && truncatedBy < 0) truncatedBy = index;
  }
  return { lacking, truncatedBy };
}

function missing(
  task: Task,
  index: number,
  dependencies: readonly number[],
  lacking: Int32Array,
  provided: ReadonlySet<string>,
): number {
  if (task.needs !== "any" && !provided.has(task.needs)) return index;
  const unmet = dependencies.find((dependency) => (lacking[dependency] ?? -1) >= 0);
  if (unmet === undefined || task.join === "settled") return -1;
  if (task.join === "all") return lacking[unmet] as number;
  // A passed join needs one dependency. An advisory task over none that can run fails when its turn comes; a required
  // one could only fail, so the plan is truncated before money is spent.
  const none = dependencies.every((dependency) => (lacking[dependency] ?? -1) >= 0);
  return none && task.required ? (lacking[unmet] as number) : -1;
}

/** The need that `lacking` points to, for messages. */
export function missingNeed(plan: Plan, lacking: number): string {
  return plan.tasks[lacking]?.needs ?? "any";
}
