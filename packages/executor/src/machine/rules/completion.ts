/**
 * Early completion: a passing main-graph command or evaluation may say that nothing more needs to be done. From any
 * other kind the claim is refused, and the refusal is written on its row (EXEC-026 to EXEC-042).
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField, type Task } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { bounded } from "../judge/judgement.js";
import type { Instance } from "../state/instance.js";
import { completionInForce } from "./closure.js";
import type { Settlement } from "./settlement.js";
import type { Step } from "./step.js";

const REASON_CHARACTERS_MAX = 1_000;

export const REFUSED_NOTE =
  "early completion refused: only a command or an evaluation may complete the run";
const REASON_NOTE = "`reason` is not a string and was ignored";

/** What belongs in the note of a row whose output speaks of completion. */
export function completionNote(step: Step, index: number, settlement: Settlement): string {
  const claim = completionClaim(settlement.output);
  if (!claim) return "";
  const task = taskAt(step.graph, index);
  if (task.kind === "agent") return step.graph.policy.mayComplete.length > 0 ? REFUSED_NOTE : "";
  if (!mayComplete(step, task) || settlement.status !== "pass") return "";
  const reason = ownField(claim, "reason");
  return reason === undefined || typeof reason === "string" ? "" : REASON_NOTE;
}

/**
 * Accepts the claim of a row that was just written. The first one that takes effect counts: a task's own does at once, an
 * item's when its node has folded, and of a node the first item's (EXEC-026, EXEC-041).
 */
export function acceptCompletion(step: Step, instance: Instance, settlement: Settlement): void {
  const task = taskAt(step.graph, instance.task);
  const claim = completionClaim(settlement.output);
  if (settlement.status !== "pass" || !claim || !mayComplete(step, task)) return;
  if (completionInForce(step)) return;
  if (step.state.awaited.some((awaited) => awaited.task === instance.task)) return;
  const reason = ownField(claim, "reason");
  step.emit({
    kind: "completion",
    task: instance.ordinal > 0 ? instance.row : task.name,
    reason:
      typeof reason === "string" && reason.trim() !== ""
        ? bounded(reason.trim(), REASON_CHARACTERS_MAX)
        : null,
  });
}

function mayComplete(step: Step, task: Task): boolean {
  return task.stage === "iteration" && step.graph.policy.mayComplete.includes(task.kind);
}

/** The output that speaks of completion; only the boolean true counts (EXEC-028). */
function completionClaim(output: JsonValue | undefined): JsonObject | undefined {
  return isJsonObject(output) && ownField(output, "complete") === true ? output : undefined;
}
