/**
 * What follows from where the run stands: whatever can start starts, whatever cannot start any more is settled, and the
 * stage ends when nothing is left. Repeats until a pass adds nothing, since a row may open or close what comes after it.
 */
import { invariant } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { READY } from "../state/lifecycle.js";
import { closureOf, completionInForce, truncationNote } from "./closure.js";
import { dispatch } from "./dispatch.js";
import { advanceLoop } from "./revise.js";
import { foldCutShort, settleInstance, settleTask } from "./settle.js";
import type { Undispatched } from "./settlement.js";
import type { Step } from "./step.js";
import { exitText, verdictReached } from "./verdict.js";

export function advance(step: Step): void {
  const { state } = step;
  if (state.stopReason !== undefined) {
    if (state.flights.size === 0) concludeStop(step);
    return;
  }
  if (state.phase === "halted") return;
  if (state.halting) {
    if (state.flights.size === 0) step.emit({ kind: "halted" });
    return;
  }
  let before: number;
  do {
    before = step.batch.length;
    continueLoop(step);
    foldCutShort(step);
    sweep(step);
    dispatch(step);
    concludeStage(step);
  } while (step.batch.length > before);
}

/** Settles what the place cannot run, in topological order, so that causes come before what follows from them. */
export function settleUnrunnable(step: Step, stage: 0 | 1): void {
  const { graph } = step;
  for (const index of graph.order) {
    if ((graph.lacking[index] ?? -1) < 0 || graph.epilogue[index] !== stage) continue;
    const { name, required } = taskAt(graph, index);
    settleTask(
      step,
      index,
      required
        ? { status: "truncated", note: truncationNote(name) }
        : { status: "skipped", note: "unrunnable on this substrate" },
    );
  }
}

/** A loop that has nothing in flight goes on with its next body task. */
function continueLoop(step: Step): void {
  const loop = step.graph.loops[step.state.activeLoop];
  const run = loop && step.state.loops[loop.index];
  if (!loop || !run || run.members.some((member) => member.instance?.flight)) return;
  advanceLoop(step, loop);
}

/** Settles as blocked whatever was not dispatched before its stage closed; after early completion it stays unsettled. */
function sweep(step: Step): void {
  const stage = step.state.phase === "epilogue" ? 1 : 0;
  if (stage === 0 && completionInForce(step)) return;
  const closure = closureOf(step, stage === 1);
  if (!closure) return;
  if (step.state.idle[stage] > 0) sweepTasks(step, stage, closure);
  for (const task of [...step.state.openFans]) {
    // What a completion left of the main graph stays unsettled, whatever closes the epilogue (EXEC-032).
    if (step.graph.epilogue[task] !== stage) continue;
    for (const instance of step.state.fans[task]?.instances ?? []) {
      if (instance.state === READY) settleInstance(step, instance, closure);
    }
  }
}

function sweepTasks(step: Step, stage: 0 | 1, closure: Undispatched): void {
  const { graph, state } = step;
  for (const [task, code] of state.taskState.entries()) {
    if (code <= READY && graph.epilogue[task] === stage) settleTask(step, task, closure);
  }
}

function concludeStage(step: Step): void {
  const { state } = step;
  if (state.phase === "main" && mainSettled(step)) {
    step.emit(verdictReached(step));
    settleUnrunnable(step, 1);
  } else if (state.phase === "epilogue" && state.unsettled[1] === 0) {
    shutDown(step);
  }
}

function mainSettled(step: Step): boolean {
  const { state } = step;
  if (state.unsettled[0] === 0) return true;
  return completionInForce(step) && state.flights.size === 0;
}

/** A stop is final: no epilogue, and what never settled has no row (EXEC-150, EPI-005). */
function concludeStop(step: Step): void {
  if (!step.state.verdict) step.emit(verdictReached(step));
  shutDown(step);
}

function shutDown(step: Step): void {
  const { state } = step;
  const { verdict } = state;
  invariant(verdict, "a run that ends before its verdict");
  step.emit({
    kind: "shutdown",
    outcome: state.stopReason === undefined ? verdict.outcome : "stopped",
    reason: exitText(step),
    verdict: verdict.verdict,
  });
}
