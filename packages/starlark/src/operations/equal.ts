/** Whether two values are equal: the `==` of the language where no host value has its own operator. */
import type { Budget } from "../budget/budget.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import { equalBytes } from "./bytes.js";
import { isSubset } from "./subset.js";

const SCAN_FREE_LENGTH = 256;

/** Whether `a == b`, following containers no deeper than the bound `valueDepth`. */
export function equalValues(a: Value, b: Value, budget: Budget): boolean {
  return equalAt(a, b, budget, 1);
}

function equalAt(a: Value, b: Value, budget: Budget, depth: number): boolean {
  if (typeof a === "string" && typeof b === "string") return equalStrings(a, b, budget);
  if (typeof a === "number" && typeof b === "number") return a === b;
  if (a instanceof StarlarkList && b instanceof StarlarkList) {
    return equalItems(a.items, b.items, budget, depth);
  }
  return equalOthers(a, b, budget, depth);
}

function equalOthers(a: Value, b: Value, budget: Budget, depth: number): boolean {
  if (a instanceof StarlarkDict && b instanceof StarlarkDict) {
    return equalDicts(a, b, budget, depth);
  }
  if (a instanceof HostValue) return a.equals(b);
  if (b instanceof HostValue) return b.equals(a);
  if (a === b) return true;
  if (typeof a !== "object" && typeof b !== "object") return false;
  if (a instanceof StarlarkFloat || b instanceof StarlarkFloat) return equalNumbers(a, b);
  return equalContainers(a, b, budget, depth);
}

function equalStrings(a: string, b: string, budget: Budget): boolean {
  if (a.length !== b.length) return false;
  if (a.length > SCAN_FREE_LENGTH) budget.spendScan(a.length);
  return a === b;
}

/** At least one is a float. All NaNs are equal, so that every value equals itself. */
function equalNumbers(a: Value, b: Value): boolean {
  const left = a instanceof StarlarkFloat ? a.value : a;
  const right = b instanceof StarlarkFloat ? b.value : b;
  if (typeof left === "boolean" || typeof right === "boolean") return false;
  // The loose comparison of a number with a bigint is exact.
  // biome-ignore lint/suspicious/noDoubleEquals: number against bigint
  if (isNumeric(left) && isNumeric(right)) return left == right || bothNaN(left, right);
  return false;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function bothNaN(a: number | bigint, b: number | bigint): boolean {
  return Number.isNaN(a) && Number.isNaN(b);
}

function equalContainers(a: Value, b: Value, budget: Budget, depth: number): boolean {
  if (a instanceof StarlarkTuple) {
    return b instanceof StarlarkTuple && equalItems(a.items, b.items, budget, depth);
  }
  if (a instanceof StarlarkDict)
    return b instanceof StarlarkDict && equalDicts(a, b, budget, depth);
  if (a instanceof StarlarkSet) return b instanceof StarlarkSet && equalSets(a, b, budget);
  if (a instanceof StarlarkBytes) {
    return b instanceof StarlarkBytes && equalBytes(a.bytes, b.bytes, budget);
  }
  if (a instanceof StarlarkRange) return b instanceof StarlarkRange && equalRanges(a, b);
  return false;
}

function equalItems(
  a: readonly Value[],
  b: readonly Value[],
  budget: Budget,
  depth: number,
): boolean {
  if (a.length !== b.length) return false;
  budget.admitDepth(depth);
  for (let index = 0; index < a.length; index++) {
    budget.spendTicks(1);
    if (!equalAt(a[index] as Value, b[index] as Value, budget, depth + 1)) return false;
  }
  return true;
}

function equalDicts(a: StarlarkDict, b: StarlarkDict, budget: Budget, depth: number): boolean {
  if (a.size !== b.size) return false;
  budget.admitDepth(depth);
  const { table } = a;
  for (
    let place = table.nextPlace(0, budget);
    place >= 0;
    place = table.nextPlace(place + 1, budget)
  ) {
    budget.spendTicks(1);
    const other = b.table.find(table.keyAt(place));
    if (other === undefined) return false;
    if (!equalAt(table.at(place).value, other.value, budget, depth + 1)) return false;
  }
  return true;
}

function equalSets(a: StarlarkSet, b: StarlarkSet, budget: Budget): boolean {
  return a.size === b.size && isSubset(a, b, budget);
}

/** Ranges are equal when their elements are. */
function equalRanges(a: StarlarkRange, b: StarlarkRange): boolean {
  if (a.length !== b.length) return false;
  if (a.length === 0) return true;
  return a.start === b.start && (a.length === 1 || a.step === b.step);
}
