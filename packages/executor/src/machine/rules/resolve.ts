/**
 * A task or an item whose turn came: settle it at once when its join, its `when` or the engine itself decides, or queue
 * it for what its attempt needs.
 */
import type { RouteTask, Task } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import { needsSlot, needsWorkspace } from "../graph/slots.js";
import { decideByOutput } from "../routes/by-output.js";
import { offersOf } from "../routes/offers.js";
import type { Instance } from "../state/instance.js";
import { placeOf } from "../state/state.js";
import { admit } from "./ceilings.js";
import { expand } from "./fan-out.js";
import { isolationRefusal } from "./isolation.js";
import { preconditions } from "./join.js";
import { settleInstance, settleTask } from "./settle.js";
import type { Settlement } from "./settlement.js";
import { startAttempt } from "./start.js";
import type { Step } from "./step.js";
import { topK } from "./top-k.js";
import { itemView, nodeView, type View } from "./view.js";

export function resolveTask(step: Step, index: number): void {
  const task = taskAt(step.graph, index);
  const view = nodeView(step);
  const stopped = preconditions(step, index, view);
  // Where a passed join fails nothing passed, and the source fails the fan-out by its name instead (MAP-010).
  const named = stopped?.status === "fail" && task.over !== undefined;
  if (stopped && !named) settleTask(step, index, stopped);
  else if (task.over) expand(step, index);
  else dispatchOrDecide(step, index, undefined, view);
}

export function resolveItem(step: Step, instance: Instance): void {
  const view = itemView(step, instance.task, instance.key ?? "");
  const stopped = preconditions(step, instance.task, view);
  if (stopped) settleInstance(step, instance, stopped);
  else dispatchOrDecide(step, instance.task, instance, view);
}

/** Without an instance the task itself is meant. */
function dispatchOrDecide(
  step: Step,
  index: number,
  instance: Instance | undefined,
  view: View,
): void {
  const task = taskAt(step.graph, index);
  const settle = (settlement: Settlement): void =>
    instance ? settleInstance(step, instance, settlement) : settleTask(step, index, settlement);
  const refusal = refusalOf(step, index, view);
  const decide = engineDecision(step, index, task, view);
  if (refusal) settle(refusal);
  else if (decide) settle(admit(step, false) ?? decide());
  else if (needsSlot(task)) {
    const queue = needsWorkspace(task) ? step.state.forWorkspace : step.state.forSlot;
    queue.push(placeOf(index, instance?.ordinal ?? 0));
  } else startAttempt(step, index, instance, settle);
}

/** What can be told before an attempt: it could not be carried out. */
function refusalOf(step: Step, index: number, view: View): Settlement | undefined {
  const task = taskAt(step.graph, index);
  const isolation = isolationRefusal(step, index);
  if (isolation) return isolation;
  if (task.kind !== "route") return undefined;
  const offers = routeOffers(step, task, view);
  return "problem" in offers ? { status: "fail", note: offers.problem } : undefined;
}

export function routeOffers(step: Step, route: RouteTask, view: View): ReturnType<typeof offersOf> {
  return offersOf(route, (name) => view.result(step.graph.indexOf.get(name) ?? -1));
}

/** Work that the engine does itself when the turn comes. */
function engineDecision(
  step: Step,
  index: number,
  task: Task,
  view: View,
): (() => Settlement) | undefined {
  if (task.kind === "top_k") return () => topK(step, index, task, view);
  if (task.kind === "route" && task.decider.kind === "output") {
    const source = step.graph.indexOf.get(task.decider.task) ?? -1;
    return () => decideByOutput(task, view.result(source));
  }
  return undefined;
}
