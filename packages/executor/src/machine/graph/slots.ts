/** What an attempt of a task occupies while it runs. */
import type { Task } from "@crucible/core";

/** Whether it works in the shared workspace, which one attempt has at a time (EXEC-101). */
export function needsWorkspace(task: Task): boolean {
  return (
    task.isolation === null &&
    (task.kind === "agent" || task.kind === "command" || task.kind === "evaluate")
  );
}

/** Whether it counts against the width. A person's answer may take days, and nothing waits for its slot (HUMAN-018). */
export function needsSlot(task: Task): boolean {
  return !(task.kind === "route" && task.decider.kind === "human");
}
