/**
 * The one way to settle: a row for a task, an item or a round. The last item of a fan-out brings its node's own row.
 */
import type { JsonValue } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { asksOf } from "../judge/asks.js";
import type { Fan, Instance } from "../state/instance.js";
import { completionInForce } from "./closure.js";
import { rowOf, type Settlement } from "./settlement.js";
import type { Step } from "./step.js";

/** How many failed keys a fold's note names. */
const FAILED_KEYS_NAMED = 20;

/** Settles a task that never had an attempt. */
export function settleTask(step: Step, task: number, settlement: Settlement): void {
  const instance = step.state.plain[task];
  const row = taskAt(step.graph, task).name;
  const place = { row, task, attempts: instance?.attempts ?? 0, costNano: instance?.costNano ?? 0 };
  step.emit(rowOf(step, place, settlement));
}

/** Settles a plain instance, an item or a round. */
export function settleInstance(step: Step, instance: Instance, settlement: Settlement): void {
  step.emit(rowOf(step, instance, settlement));
  emitAsks(step, instance, settlement);
  foldWhenComplete(step, instance.task);
}

/** Records what a task that just passed asks for, in one batch with its row: a resume asks for nothing again (WIRE-030). */
function emitAsks(step: Step, { row, task }: Instance, settlement: Settlement): void {
  if (settlement.status !== "pass") return;
  const { lane } = step.graph.plan;
  const asks = asksOf(lane, taskAt(step.graph, task), settlement.output);
  if (asks.length > 0) step.emit({ kind: "asks_emitted", task: row, asks });
}

/** Writes a fan-out's own row once every item has its own. */
export function foldWhenComplete(step: Step, task: number): void {
  const fan = step.state.fans[task];
  if (fan && fan.settled === fan.keys.length) fold(step, fan);
}

/**
 * The node's own row, over the items that have one: after early completion the items that never started are left out.
 * The outputs of passing items are filled in by the driver, which holds them (MAP-015).
 */
function fold(step: Step, fan: Fan): void {
  const settled = fan.instances.filter((instance) => instance.settled !== undefined);
  const failedKeys = settled
    .filter(({ settled: row }) => row?.status !== "pass" && row?.status !== "not_taken")
    .map((instance) => instance.key ?? "");
  const output: JsonValue = {
    instances: settled.length,
    passed: fan.passed,
    failed: failedKeys.length,
    not_taken: fan.notTaken,
    order: settled.map((instance) => instance.key ?? ""),
  };
  const costNano = settled.reduce((total, instance) => total + instance.costNano, 0);
  const ran = settled.some((instance) => instance.attempts > 0);
  const row = taskAt(step.graph, fan.task).name;
  step.emit(
    rowOf(
      step,
      { row, task: fan.task, attempts: ran ? 1 : 0, costNano },
      {
        status: foldStatus(fan, settled.length, failedKeys.length),
        note: foldNote(settled.length, failedKeys),
        output,
      },
    ),
  );
}

function foldStatus(fan: Fan, settled: number, failed: number): "pass" | "fail" | "not_taken" {
  if (failed > 0) return "fail";
  return settled > 0 && fan.notTaken === settled ? "not_taken" : "pass";
}

function foldNote(settled: number, failedKeys: readonly string[]): string {
  if (failedKeys.length === 0) return "";
  const named = failedKeys.slice(0, FAILED_KEYS_NAMED).join(", ");
  const more = failedKeys.length - FAILED_KEYS_NAMED;
  return `${failedKeys.length} of ${settled} instances failed: ${named}${more > 0 ? ` and ${more} more` : ""}`;
}

/** Folds the main graph's fan-outs of which, after early completion, nothing more will start and nothing runs. */
export function foldCutShort(step: Step): void {
  if (step.state.phase !== "main" || !completionInForce(step)) return;
  for (const task of [...step.state.openFans]) {
    const fan = step.state.fans[task];
    if (fan && fan.inFlight === 0 && fan.settled > 0) fold(step, fan);
  }
}
