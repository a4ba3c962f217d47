/** What random plans look like: mostly small ones, every eighth of a size at which chains grow long, every sixth a plan file. */
import { seedOf } from "../arbitraries/chance.js";
import type { PlanShape } from "../arbitraries/plans.js";

export function shapeBySeed(seed: number): PlanShape {
  const isLarge = seedOf(seed, "size") % 8 === 0;
  const size = isLarge ? { tasksMin: 26, tasksMax: 60 } : { tasksMin: 5, tasksMax: 25 };
  return { ...size, lane: seedOf(seed, "lane") % 6 === 0 ? "plan_file" : "playbook" };
}
