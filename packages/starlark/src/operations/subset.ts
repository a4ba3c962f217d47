import type { Budget } from "../budget/budget.js";
import type { StarlarkSet } from "../values/set.js";

/** Whether every element of `a` is in `b`. */
export function isSubset(a: StarlarkSet, b: StarlarkSet, budget: Budget): boolean {
  if (a.size > b.size) return false;
  const { table } = a;
  for (
    let place = table.nextPlace(0, budget);
    place >= 0;
    place = table.nextPlace(place + 1, budget)
  ) {
    budget.spendTicks(1);
    if (!b.table.has(table.keyAt(place))) return false;
  }
  return true;
}
