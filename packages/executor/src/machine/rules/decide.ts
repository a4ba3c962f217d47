/** From a fact to the entries that follow from it: the only place where rules are applied. */
import { type Entry, unreachable, usdFromNano } from "@crucible/core";
import type { Fact } from "../fact.js";
import type { Graph } from "../graph/graph.js";
import { instanceAt } from "../state/locate.js";
import type { State } from "../state/state.js";
import { planAdmitted } from "./admission.js";
import { advance, settleUnrunnable } from "./advance.js";
import { attemptEnded } from "./attempt.js";
import { countedNano, reachWall } from "./ceilings.js";
import { recover } from "./recover.js";
import { Step } from "./step.js";

export function decide(graph: Graph, state: State, fact: Fact, nowMs: number): readonly Entry[] {
  if (state.phase === "finished") return [];
  const step = new Step(graph, state, nowMs);
  if (state.phase === "new") {
    if (fact.kind === "started") begin(step, fact);
    return step.batch;
  }
  apply(step, fact);
  advance(step);
  return step.batch;
}

function begin(step: Step, fact: Extract<Fact, { kind: "started" }>): void {
  step.emit(planAdmitted(step.graph, fact.base));
  for (const entry of fact.reused) step.emit(entry);
  settleUnrunnable(step, 0);
  advance(step);
}

function apply(step: Step, fact: Fact): void {
  const { state } = step;
  const running = state.phase === "main" || state.phase === "epilogue";
  switch (fact.kind) {
    case "started":
      return;
    case "attempt_ended":
      attemptEnded(step, fact);
      return;
    case "spend_reported":
      spendReported(step, fact);
      return;
    case "wall_clock_reached":
      if (running) reachWall(step);
      return;
    case "halt_requested":
      if (!state.halting && state.stopReason === undefined) {
        step.emit({ kind: "halt_requested" });
      }
      return;
    case "stop_requested":
      if (state.stopReason === undefined) {
        // An operator's words come from anywhere, and a log holds no half of a surrogate pair.
        step.emit({ kind: "stop_requested", reason: fact.reason.toWellFormed() });
      }
      return;
    case "time_passed":
      if (running) step.emit({ kind: "heartbeat" });
      return;
    case "session_turn":
    case "decision_opened":
      if (running) step.emit(fact.entry);
      return;
    case "resumed":
      recover(step, fact);
      return;
    default:
      unreachable(fact);
  }
}

function spendReported(step: Step, fact: Extract<Fact, { kind: "spend_reported" }>): void {
  const flight = instanceAt(step.graph, step.state, fact.task)?.flight;
  const costNano = countedNano(fact.costNano);
  if (flight?.attempt !== fact.attempt || flight.spendNano === costNano) return;
  step.emit({
    kind: "spend",
    task: fact.task,
    attempt: fact.attempt,
    cost_usd: usdFromNano(costNano),
  });
}
