import type { Budget } from "../budget/budget.js";
import { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";
import { iterateValue } from "./iterate.js";

/** A new set of a value's elements. */
export function toSet(value: Value, budget: Budget): StarlarkSet {
  return setOf(iterateValue(value, budget), budget);
}

/** A new set of elements that are being walked. */
export function setOf(elements: Iterable<Value>, budget: Budget): StarlarkSet {
  const result = new StarlarkSet();
  for (const element of elements) {
    budget.spendTicks(1);
    result.add(element, budget);
  }
  return result;
}
