import type { Budget } from "../budget/budget.js";
import type { ArithmeticOperator } from "../syntax/nodes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";
import { combine } from "./binary.js";
import { isIterable, toArray } from "./iterate.js";
import { updateDict } from "./union.js";

/**
 * The right side of `a operator= b`. A list grows in place under `+=` and a dict under `|=`, so every name for it sees
 * the change; all other operators make a new value.
 */
export function combineInPlace(
  operator: ArithmeticOperator,
  a: Value,
  b: Value,
  budget: Budget,
): Value {
  if (operator === "+" && a instanceof StarlarkList && isIterable(b)) {
    extendList(a, b, "apply += to", budget);
    return a;
  }
  if (operator === "|" && a instanceof StarlarkDict && b instanceof StarlarkDict) {
    a.checkMutable("apply |= to");
    if (a !== b) updateDict(a, b, budget);
    return a;
  }
  return combine(operator, a, b, budget);
}

/** Adds every element of `values` to the list; the list itself may be the source. */
export function extendList(
  list: StarlarkList,
  values: Value,
  action: string,
  budget: Budget,
): void {
  list.checkMutable(action);
  const added = toArray(values, budget);
  budget.spendGrowth(list.items.length + added.length, added.length);
  for (const value of added) list.items.push(value);
}
