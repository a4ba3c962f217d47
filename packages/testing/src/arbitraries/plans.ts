/** Random valid plans, for fast-check and by chance alone. */
import type { Lane, Plan } from "@crucible/core";
import fc from "fast-check";
import { Chance } from "./chance.js";
import { planOfDrafts } from "./plan-of-drafts.js";
import { draftByChance, type TaskDraft, taskDrafts } from "./task-draft.js";

export interface PlanShape {
  /** 1 unless given. */
  readonly tasksMin?: number;
  /** 12 unless given. */
  readonly tasksMax?: number;
  /** `playbook` unless given. */
  readonly lane?: Lane;
}

/** Valid plans with joins, conditions, fan-outs, loops, reducers, routes decided by an output, and an epilogue. */
export function plans(shape: PlanShape = {}): fc.Arbitrary<Plan> {
  const { tasksMin = 1, tasksMax = 12, lane } = shape;
  return fc
    .array(taskDrafts, { minLength: tasksMin, maxLength: tasksMax })
    .map((drafts) => planOfDrafts(drafts, lane));
}

/** The drafts of one plan, a function of the seed alone. */
export function draftsByChance(seed: number, shape: PlanShape = {}): readonly TaskDraft[] {
  const chance = new Chance(seed);
  const { tasksMin = 1, tasksMax = 12 } = shape;
  const count = chance.between(tasksMin, tasksMax);
  return Array.from({ length: count }, () => draftByChance(chance));
}

/** One valid plan, a function of the seed alone. */
export function planByChance(seed: number, shape: PlanShape = {}): Plan {
  return planOfDrafts(draftsByChance(seed, shape), shape.lane);
}
