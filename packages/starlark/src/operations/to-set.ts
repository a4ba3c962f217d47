import type { Budget } from "../budget/budget.js";
import { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";
import { iterateValue } from "./iterate.js";

/** A new set of a value's elements, or of elements that are already being walked. */
export function toSet(source: Value | Iterable<Value>, budget: Budget): StarlarkSet {
  const result = new StarlarkSet();
  const elements = isWalk(source) ? source : iterateValue(source, budget);
  for (const element of elements) {
    budget.spendTicks(1);
    result.add(element, budget);
  }
  return result;
}

function isWalk(source: Value | Iterable<Value>): source is Iterable<Value> {
  return typeof source === "object" && source !== null && Symbol.iterator in source;
}
