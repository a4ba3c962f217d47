/** Admits an attempt: ceilings first, then its deadline (CEIL-009, CEIL-027 to CEIL-032). */
import { taskAt } from "../graph/graph.js";
import type { Instance } from "../state/instance.js";
import { admit } from "./ceilings.js";
import type { Settlement } from "./settlement.js";
import type { Step } from "./step.js";

/** Starts the first attempt of a plain task (`instance` undefined) or of an item, or settles it as what blocks it. */
export function startAttempt(
  step: Step,
  task: number,
  instance: Instance | undefined,
  settle: (settlement: Settlement) => void,
): void {
  const blocked = admit(step, step.graph.spends[task] === 1);
  if (blocked) {
    settle(blocked);
    return;
  }
  const known = instance ?? step.state.plain[task];
  emitStart(step, task, known?.row ?? taskAt(step.graph, task).name, (known?.attempts ?? 0) + 1);
}

/** Writes the start of an attempt that was admitted. */
export function emitStart(step: Step, index: number, row: string, attempt: number): void {
  const task = taskAt(step.graph, index);
  const own = task.timeoutMs === undefined ? Number.POSITIVE_INFINITY : step.nowMs + task.timeoutMs;
  step.emit({
    kind: "attempt_started",
    task: row,
    attempt,
    isolated: task.isolation !== null,
    deadline_ms: Math.min(own, step.state.wallMs),
  });
}
