/** The cost ceiling: who can spend, when it is reached, and that a refusal is for good. */
import { canSpend, type Task } from "@crucible/core";
import type { ModelState } from "./state.js";

/** A loop can spend when any task of its body can, because its rounds start as one unit (CEIL-006). */
function spends(state: ModelState, task: Task): boolean {
  return state.bodies.get(task.name)?.body.some(canSpend) ?? canSpend(task);
}

/** In a playbook a spent budget stops what can spend, in a plan file it stops everything (CEIL-008, CEIL-023). */
export function stopsEverything(state: ModelState): boolean {
  return state.plan.lane !== "playbook";
}

/** Whether the ceiling refuses one more dispatch of a task; having refused one, it refuses all that follow (CEIL-013). */
export function costRefuses(state: ModelState, task: Task): boolean {
  if (!spends(state, task) && !stopsEverything(state)) return false;
  if (!state.costRefused && spentSoFar(state) < state.ceilings.costNano) return false;
  costWasReached(state);
  return true;
}

function spentSoFar(state: ModelState): number {
  return state.flights.reduce((sum, flight) => sum + flight.reportedNano, state.spentNano);
}

/** An attempt that carried the total past the ceiling has the effect of a refusal (CEIL-019). */
export function noteOverrun(state: ModelState): void {
  if (state.spentNano > state.ceilings.costNano) costWasReached(state);
}

function costWasReached(state: ModelState): void {
  // What falls in the epilogue does not change the verdict any more (CEIL-039).
  if (!state.costRefused && state.stage === "main") state.overrun = true;
  state.costRefused = true;
}

export function reachWall(state: ModelState): void {
  if (!state.wall && state.stage === "main") state.wallInMain = true;
  state.wall = true;
}
