/**
 * What the main graph came to. Verdict and outcome are independent: one says whether the run did what it required, the
 * other how dispatch stopped (EXEC-014 to EXEC-022, WIRE-020 to WIRE-022).
 */
import type { ShutdownOutcome, VerdictReached } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { missingNeed } from "../graph/runnable.js";
import { completionInForce } from "./closure.js";
import type { Step } from "./step.js";

export function verdictReached(step: Step): VerdictReached {
  const reasons = reasonsAgainst(step);
  const verdict = reasons.length === 0 ? "valid" : "invalid";
  return {
    kind: "verdict",
    verdict,
    reasons,
    gate: "task",
    outcome: outcomeOf(step, verdict === "valid"),
  };
}

function reasonsAgainst(step: Step): string[] {
  const { graph, state } = step;
  const reasons: string[] = [];
  if (state.stopReason !== undefined) reasons.push(stopText(state.stopReason));
  if (graph.truncatedBy >= 0) reasons.push(truncationReason(step));
  if (state.wallReachedInMain) reasons.push("wall-clock ceiling reached");
  if (state.costReachedInMain) reasons.push("cost ceiling reached");
  for (const task of state.notPassed) {
    const name = JSON.stringify(taskAt(graph, task).name);
    reasons.push(`required task ${name} settled ${state.results[task]?.status}`);
  }
  const unnamed = state.notPassedCount - state.notPassed.length;
  if (unnamed > 0) reasons.push(`and ${unnamed} more required tasks`);
  return reasons;
}

function truncationReason(step: Step): string {
  const { graph } = step;
  const lacking = graph.lacking[graph.truncatedBy] ?? -1;
  const name = JSON.stringify(taskAt(graph, graph.truncatedBy).name);
  const need = JSON.stringify(missingNeed(graph.plan, lacking));
  if (lacking === graph.truncatedBy) {
    return `required task ${name} cannot run here: it needs ${need}`;
  }
  const cause = JSON.stringify(taskAt(graph, lacking).name);
  return `required task ${name} cannot run here: its dependency ${cause} needs ${need}`;
}

/** In this order: an operator's stop, the wall clock, completion, the budget, a failure or what kept the graph from running. */
function outcomeOf(step: Step, valid: boolean): ShutdownOutcome {
  const { state } = step;
  if (state.stopReason !== undefined) return "stopped";
  if (state.wallReachedInMain) return "budget";
  if (completionInForce(step)) return "complete";
  if (state.costReachedInMain) return "budget";
  return valid ? "finished" : "error";
}

/** The text that goes with the outcome. */
export function exitText(step: Step): string {
  const { graph, state } = step;
  if (state.stopReason !== undefined) return stopText(state.stopReason);
  if (graph.truncatedBy >= 0) return `truncated at ${taskAt(graph, graph.truncatedBy).name}`;
  if (state.wallReachedInMain) return "wall-clock ceiling reached";
  if (state.completion) {
    const { by, reason } = state.completion;
    return `completed early by ${by}${reason === null ? "" : `: ${reason}`}`;
  }
  if (state.costReachedInMain) return "budget exceeded";
  if (state.stoppedBy >= 0) return `short-circuited at ${taskAt(graph, state.stoppedBy).name}`;
  return "completed";
}

function stopText(reason: string): string {
  return reason === "" ? "stopped by the operator" : `stopped by the operator: ${reason}`;
}
