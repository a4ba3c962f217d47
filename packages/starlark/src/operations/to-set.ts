import type { Budget } from "../budget/budget.js";
import { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";
import { iterateValue } from "./iterate.js";

/** A new set of a value's elements. */
export function toSet(value: Value, budget: Budget): StarlarkSet {
  const result = new StarlarkSet();
  for (const element of iterateValue(value, budget)) {
    budget.spendTicks(1);
    result.add(element, budget);
  }
  return result;
}
