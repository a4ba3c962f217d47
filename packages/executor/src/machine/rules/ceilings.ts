/**
 * The two ceilings. They have opposite effects: a spent budget stops only what can spend and ends nothing, the wall
 * clock ends everything (CEIL-008, CEIL-016, CEIL-024).
 */
import { NANO_PER_USD, USD_MAX } from "@crucible/core";
import { BUDGET_NOTE, WALL_NOTE } from "./closure.js";
import { blockedBy, type Undispatched } from "./settlement.js";
import type { Step } from "./step.js";

/**
 * Admits one dispatch or says what blocks it. Settled spend and what is in flight count together, equality is reached,
 * and a refusal is for good (CEIL-009 to CEIL-013).
 */
export function admit(step: Step, spends: boolean): Undispatched | undefined {
  const { state } = step;
  if (step.nowMs >= state.wallMs) reachWall(step);
  if (state.wallReached) return blockedBy("wall_clock_ceiling", WALL_NOTE);
  if (!spends && step.graph.policy.costBlocks === "spenders") return undefined;
  if (!state.costReached && state.settledNano + state.inFlightNano >= state.costNano) {
    step.emit({ kind: "ceiling_reached", ceiling: "cost" });
  }
  return state.costReached ? blockedBy("budget_ceiling", BUDGET_NOTE) : undefined;
}

/** The most that is counted for one attempt. */
const COST_NANO_MAX = USD_MAX * NANO_PER_USD;

/** A figure that can be added up. One that says nothing is the most, never nothing: an unknown cost is not free. */
export function countedNano(costNano: number): number {
  return costNano >= 0 && costNano < COST_NANO_MAX ? Math.ceil(costNano) : COST_NANO_MAX;
}

/** An attempt that ended may have carried the total past the ceiling, which makes the run invalid (CEIL-019). */
export function noteOverrun(step: Step): void {
  const { state } = step;
  if (!state.costReached && state.settledNano > state.costNano) {
    step.emit({ kind: "ceiling_reached", ceiling: "cost" });
  }
}

export function reachWall(step: Step): void {
  if (!step.state.wallReached) step.emit({ kind: "ceiling_reached", ceiling: "wall_clock" });
}
