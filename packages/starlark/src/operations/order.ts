/** The order of values: `<` and its kin, `sorted`, `min`, `max`. */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import type { OrderOperator } from "../syntax/nodes.js";
import { compareText } from "../text/code-points.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkSet } from "../values/set.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { compareBytes } from "./bytes.js";
import { equalValues } from "./equal.js";
import { isSubset } from "./subset.js";

/** Negative, zero or positive as `a` comes before, with or after `b`. */
export function compareValues(a: Value, b: Value, budget: Budget): number {
  return compareAt(a, b, budget, 1);
}

/** Whether `a operator b` holds. Sets are ordered by inclusion, which no comparator can say. */
export function ordered(operator: OrderOperator, a: Value, b: Value, budget: Budget): boolean {
  if (a instanceof StarlarkSet && b instanceof StarlarkSet)
    return orderedSets(operator, a, b, budget);
  const order = compareValues(a, b, budget);
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
  }
}

function compareAt(a: Value, b: Value, budget: Budget, depth: number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b, budget);
  const left = numeric(a);
  const right = numeric(b);
  if (left !== undefined && right !== undefined) return compareNumbers(left, right);
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (a instanceof StarlarkList && b instanceof StarlarkList) {
    return compareItems(a.items, b.items, budget, depth);
  }
  if (a instanceof StarlarkTuple && b instanceof StarlarkTuple) {
    return compareItems(a.items, b.items, budget, depth);
  }
  if (a instanceof StarlarkBytes && b instanceof StarlarkBytes) {
    return compareBytes(a.bytes, b.bytes, budget);
  }
  return compareHosts(a, b);
}

function compareHosts(a: Value, b: Value): number {
  const own = a instanceof HostValue ? a.order(b) : undefined;
  if (own !== undefined) return own;
  const other = b instanceof HostValue ? b.order(a) : undefined;
  if (other !== undefined) return -other;
  const [left, right] = [typeName(a), typeName(b)];
  throw new Fault(`${left} and ${right} have no order: ${left} < ${right} not implemented`, {
    code: "no-order",
  });
}

function numeric(value: Value): number | bigint | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  return value instanceof StarlarkFloat ? value.value : undefined;
}

/** Exact across both kinds; NaN comes after everything and equals itself. */
function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

/** By the first elements that differ, then by length. */
function compareItems(
  a: readonly Value[],
  b: readonly Value[],
  budget: Budget,
  depth: number,
): number {
  budget.admitDepth(depth);
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    budget.spendTicks(1);
    const order = compareElements(a[index] as Value, b[index] as Value, budget, depth);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Elements that are equal need no order: only the first pair that differs must have one. */
function compareElements(a: Value, b: Value, budget: Budget, depth: number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a === "string" && typeof b === "string") return compareText(a, b, budget);
  return equalValues(a, b, budget) ? 0 : compareAt(a, b, budget, depth + 1);
}

function orderedSets(
  operator: OrderOperator,
  a: StarlarkSet,
  b: StarlarkSet,
  budget: Budget,
): boolean {
  switch (operator) {
    case "<":
      return a.size < b.size && isSubset(a, b, budget);
    case "<=":
      return isSubset(a, b, budget);
    case ">":
      return b.size < a.size && isSubset(b, a, budget);
    case ">=":
      return isSubset(b, a, budget);
  }
}
