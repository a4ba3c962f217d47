/** Starting an attempt, and settling what needs none or may not have one. */
import type { Task } from "@crucible/core";
import { closedFor } from "./closing.js";
import { expand } from "./expand.js";
import { offersOf } from "./offers.js";
import { answerRoute, keepBest } from "./outputs.js";
import { joinAndWhen } from "./preconditions.js";
import { settleRound, startRounds } from "./round-rows.js";
import { costRefuses } from "./spending.js";
import {
  type Closed,
  isShared,
  loopOf,
  type ModelState,
  type Place,
  settle,
  takesSlot,
  type View,
} from "./state.js";

/** A task that is in no loop and, so far, not mapped. */
export function stepPlain(state: ModelState, task: Task): boolean {
  const view: View = (name) => state.rows.get(name);
  const closed = closedFor(state, task);
  if (closed === "leave") return false;
  if (closed) return settle(state, task.name, closed);
  // A task that already started and must run again keeps what let it start.
  if (!state.lost.has(task.name)) {
    if (!task.dependsOn.every((name) => view(name) !== undefined)) return false;
    const undone = joinAndWhen(state, task, view);
    if (undone) return settle(state, task.name, undone);
  }
  if (task.over) return expand(state, task);
  return startOrSettle(state, task, task.name, view);
}

/** Starts an attempt of a row if it may start now; settles what needs no attempt. */
export function startOrSettle(
  state: ModelState,
  task: Task,
  row: string,
  view: View,
  place: Place = {},
): boolean {
  const undone = refusal(state, task, view) ?? engineWork(state, task, view);
  if (undone) return settleAny(state, task, row, undone);
  if (takesSlot(task) && !hasSlot(state)) return false;
  if (isShared(task) && !sharedIsFree(state, task)) return false;
  if (costRefuses(state, task)) return settleAny(state, task, row, forCost());
  const attempt = (state.lost.get(row) ?? 0) + 1;
  state.lost.delete(row);
  startRounds(state, task);
  state.flights.push({ row, task, ...place, attempt, reportedNano: 0 });
  return true;
}

/** What could not be carried out: isolation that the place lacks, a choice of nothing (EXEC-104, HUMAN-008). */
function refusal(state: ModelState, task: Task, view: View): Closed | undefined {
  const isolated = task.isolation === "worktree";
  if (isolated && !state.launch.capabilities.includes("isolation.worktree"))
    return { status: "fail" };
  return offersOf(task, view) === undefined ? { status: "fail" } : undefined;
}

/** What the engine works out itself, without an attempt. */
function engineWork(state: ModelState, task: Task, view: View): Closed | undefined {
  const own = task.kind === "top_k" || (task.kind === "route" && task.decider.kind === "output");
  if (!own) return undefined;
  if (costRefuses(state, task)) return forCost();
  if (task.kind === "top_k") {
    const inOrder = state.plan.tasks.map(({ name }) => name);
    const inputs = inOrder.filter((name) => task.dependsOn.includes(name));
    return keepBest(task, inputs, view);
  }
  return answerRoute(task, task.decider.kind === "output" ? task.decider.task : "", view);
}

function forCost(): Closed {
  return { status: "blocked", reason: "budget_ceiling" };
}

function settleAny(state: ModelState, task: Task, row: string, result: Closed): boolean {
  const loop = loopOf(state, task.name);
  return loop ? settleRound(state, task, loop, result) : settle(state, row, result);
}

export function hasSlot(state: ModelState): boolean {
  return state.flights.filter(({ task }) => takesSlot(task)).length < state.launch.width;
}

export function sharedIsFree(state: ModelState, task: Task): boolean {
  if (state.flights.some((flight) => isShared(flight.task))) return false;
  const own = state.bodies.get(task.name)?.reviewer.name;
  return [...state.loops.keys()].every((reviewer) => reviewer === own);
}
