/**
 * A log without a shutdown line was folded again. Attempts without an end are lost; whether one may be tried again is a
 * property of the task's kind (RUN-024 to RUN-026, RESUME-004).
 */
import { type Recovery, type TaskKind, usdFromNano } from "@crucible/core";
import type { Fact } from "../fact.js";
import { taskAt } from "../graph/graph.js";
import { noteOverrun } from "./ceilings.js";
import { settleInstance } from "./settle.js";
import type { Step } from "./step.js";

/** Whether an attempt whose end was never seen may be followed by another: a delivered report would be delivered twice. */
export const RETRY_AFTER_LOSS: { readonly [Kind in TaskKind]: boolean } = {
  agent: true,
  command: true,
  evaluate: true,
  route: true,
  top_k: true,
  report: false,
  engine: false,
};

export function recover(step: Step, fact: Extract<Fact, { kind: "resumed" }>): void {
  step.emit(recovery(step, fact));
  for (const instance of [...step.state.flights]) {
    const flight = instance.flight;
    if (!flight) continue;
    step.emit({
      kind: "attempt_ended",
      task: instance.row,
      attempt: flight.attempt,
      outcome: "indeterminate",
      cost_usd: usdFromNano(flight.spendNano),
      cause: "lost",
    });
    noteOverrun(step);
    if (RETRY_AFTER_LOSS[taskAt(step.graph, instance.task).kind]) continue;
    settleInstance(step, instance, {
      status: "fail",
      note: "indeterminate: the attempt started and its end was never seen",
    });
  }
}

function recovery(step: Step, fact: Extract<Fact, { kind: "resumed" }>): Recovery {
  const { state } = step;
  const lost = [...state.flights].map((instance) => instance.row);
  const halted = state.phase === "halted";
  return {
    kind: "recovery",
    class: halted ? "halted" : "died_in_plan_task",
    iter: 0,
    detail: lost.length > 0 ? `lost: ${lost.join(", ")}` : "nothing was in flight",
    ...(fact.costNano === undefined ? {} : { budget_usd: usdFromNano(fact.costNano) }),
    ...(fact.wallMs === undefined ? {} : { wall_clock_ms: fact.wallMs }),
    ...(fact.missingFiles.length > 0 ? { missing_files: fact.missingFiles } : {}),
  };
}
