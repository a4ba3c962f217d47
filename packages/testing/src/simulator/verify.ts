/** Walks and simulations that throw when something is wrong, naming the seed and the smallest plan that shows it. */
import type { Plan } from "@crucible/core";
import { planOfDrafts } from "../arbitraries/plan-of-drafts.js";
import { draftsByChance, type PlanShape } from "../arbitraries/plans.js";
import { checkHistory } from "../checkers/check-history.js";
import { describePlan } from "./describe-plan.js";
import type { OpinionOf } from "./model-walk.js";
import { shapeBySeed } from "./shape.js";
import { shrunk } from "./shrink.js";
import { type Simulation, type SimulationOptions, simulate } from "./simulate.js";
import { type WalkResult, walkWithModel } from "./walk.js";

export class SimulationFailed extends Error {
  override readonly name = "SimulationFailed";
  readonly seed: number;
  /** What was found in the smallest plan that fails. */
  readonly findings: readonly string[];
  readonly plan: Plan;

  constructor(seed: number, findings: readonly string[], plan: Plan) {
    super(`seed ${seed}:\n${findings.join("\n")}\nin the plan\n${describePlan(plan)}`);
    this.seed = seed;
    this.findings = findings;
    this.plan = plan;
  }
}

/** Walks one random plan by machine and model. Throws {@link SimulationFailed} where they differ. */
export async function verifyWalk(
  seed: number,
  shape: PlanShape = shapeBySeed(seed),
  opinionOf?: OpinionOf,
): Promise<WalkResult> {
  const drafts = draftsByChance(seed, shape);
  const plan = planOfDrafts(drafts, shape.lane);
  const walk = walkWithModel(plan, seed, opinionOf);
  if (walk.difference === undefined) return walk;
  const difference = (small: Plan): string | undefined =>
    walkWithModel(small, seed, opinionOf).difference;
  const smallest = await shrunk(
    drafts,
    async (fewer) => difference(planOfDrafts(fewer, shape.lane)) !== undefined,
  );
  const small = planOfDrafts(smallest, shape.lane);
  throw new SimulationFailed(seed, [difference(small) ?? walk.difference], small);
}

/** Simulates one run and checks its history. Throws {@link SimulationFailed} when a checker finds something. */
export async function verifySimulation(
  seed: number,
  options: SimulationOptions = {},
): Promise<Simulation> {
  const simulation = await simulated(seed, options);
  if (typeof simulation !== "string" && findingsOf(simulation).length === 0) return simulation;
  const shape = { ...shapeBySeed(seed), ...options.shape };
  const findings = async (plan: Plan): Promise<readonly string[]> =>
    findingsOf(await simulated(seed, { ...options, plan }));
  const drafts = draftsByChance(seed, shape);
  const planOf = (fewer: typeof drafts): Plan => options.plan ?? planOfDrafts(fewer, shape.lane);
  const smallest = options.plan
    ? drafts
    : await shrunk(drafts, async (fewer) => (await findings(planOf(fewer))).length > 0);
  const small = planOf(smallest);
  throw new SimulationFailed(seed, await findings(small), small);
}

/** The simulation, or what it was stopped by. */
async function simulated(seed: number, options: SimulationOptions): Promise<Simulation | string> {
  try {
    return await simulate(seed, options);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function findingsOf(simulation: Simulation | string): readonly string[] {
  return typeof simulation === "string" ? [simulation] : checkHistory(simulation);
}
