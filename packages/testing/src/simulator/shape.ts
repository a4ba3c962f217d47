/** How large random plans are: mostly such as are run in no time, every eighth of a size at which chains grow long. */
import { seedOf } from "../arbitraries/chance.js";
import type { PlanShape } from "../arbitraries/plans.js";

export function shapeBySeed(seed: number): PlanShape {
  const isLarge = seedOf(seed, "size") % 8 === 0;
  return isLarge ? { tasksMin: 26, tasksMax: 60 } : { tasksMin: 5, tasksMax: 25 };
}
