/**
 * Why nothing new may start in a stage. A closure blocks whatever has not been dispatched; early completion does not
 * block, it leaves unsettled (EXEC-010, EXEC-032, CEIL-026).
 */
import type { BlockedReason } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { State } from "../state/state.js";
import { blockedBy, type Undispatched } from "./settlement.js";
import type { Step } from "./step.js";

export const BUDGET_NOTE = "budget ceiling reached";
export const WALL_NOTE = "wall-clock ceiling reached";

/** What everything undispatched of the stage settles as, or `undefined` while the stage is open. */
export function closureOf(step: Step, epilogue: boolean): Undispatched | undefined {
  const { graph, state } = step;
  if (graph.truncatedBy >= 0) {
    const name = taskAt(graph, graph.truncatedBy).name;
    return blocked("required_task_failed", truncationNote(name), name);
  }
  if (state.wallReached) return blocked("wall_clock_ceiling", WALL_NOTE);
  if (state.costReached && graph.policy.costBlocks === "everything") {
    return blocked("budget_ceiling", BUDGET_NOTE);
  }
  // A required failure never blocks the epilogue (EPI-010, EPI-013).
  if (epilogue || state.stoppedBy < 0) return undefined;
  const name = taskAt(graph, state.stoppedBy).name;
  return blocked("required_task_failed", stopNote(state, name), name);
}

/** Whether a completion that was accepted has taken effect: an item's waits for its node to fold (EXEC-041). */
export function completionInForce(step: Step): boolean {
  return step.state.completion !== undefined;
}

export function truncationNote(name: string): string {
  return `required task ${name} unrunnable on this substrate`;
}

function stopNote(state: State, name: string): string {
  const skipped = state.results[state.stoppedBy]?.status === "skipped";
  return `required task ${name} ${skipped ? "was skipped" : "failed"}`;
}

function blocked(reason: BlockedReason, note: string, task?: string): Undispatched {
  return blockedBy(reason, note, task);
}
