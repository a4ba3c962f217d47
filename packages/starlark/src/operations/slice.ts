/** `value[lower:upper:step]` */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import { codePointLength, sliceCodePoints } from "../text/code-points.js";
import { StarlarkBytes } from "../values/bytes.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { integerOf } from "./number-argument.js";

/** Indices that a slice selects: `count` of them from `first` and before `end`, `step` apart, all inside. */
interface Selection {
  readonly first: number;
  readonly end: number;
  readonly step: number;
  readonly count: number;
}

/** The part of a value; an absent bound is `None`. */
export function sliceValue(
  value: Value,
  lower: Value,
  upper: Value,
  step: Value,
  budget: Budget,
): Value {
  if (typeof value === "string") {
    const length = codePointLength(value, budget);
    return sliceText(value, length, select(length, lower, upper, step), budget);
  }
  if (value instanceof StarlarkList) {
    const items = sliceItems(value.items, select(value.items.length, lower, upper, step), budget);
    return new StarlarkList(items);
  }
  if (value instanceof StarlarkTuple) {
    const items = sliceItems(value.items, select(value.items.length, lower, upper, step), budget);
    return new StarlarkTuple(items);
  }
  if (value instanceof StarlarkRange) {
    return sliceRange(value, select(value.length, lower, upper, step));
  }
  if (value instanceof StarlarkBytes) {
    return sliceBytes(value.bytes, select(value.bytes.length, lower, upper, step), budget);
  }
  const own = value instanceof HostValue ? value.slice(lower, upper, step) : undefined;
  if (own !== undefined) return own;
  throw new Fault(`${typeName(value)} cannot be sliced`, { code: "unsupported" });
}

function select(length: number, lower: Value, upper: Value, stepValue: Value): Selection {
  const step = stepValue === null ? 1 : clampStep(bound(stepValue, "invalid slice step"), length);
  if (step === 0) throw new Fault("zero is not a valid slice step", { code: "invalid-value" });
  const forward = step > 0;
  // Going backwards, the bounds lie one to the left: behind the first element, on the last.
  const least = forward ? 0 : -1;
  const most = forward ? length : length - 1;
  const first =
    lower === null ? (forward ? least : most) : clamp(lower, "start", length, least, most);
  const end = upper === null ? (forward ? most : least) : clamp(upper, "end", length, least, most);
  const distance = forward ? end - first : first - end;
  return { first, end, step, count: Math.max(0, Math.ceil(distance / Math.abs(step))) };
}

/** A step beyond the length selects one element at most; clamping keeps the arithmetic exact. */
function clampStep(step: number, length: number): number {
  const most = Math.max(1, length);
  return Math.min(most, Math.max(-most, step));
}

function clamp(
  value: Value,
  side: "start" | "end",
  length: number,
  least: number,
  most: number,
): number {
  const index = bound(value, `invalid ${side} index`);
  const place = index < 0 ? index + length : index;
  return Math.min(most, Math.max(least, place));
}

/** A bound as a number; an int beyond the safe ones is as good as infinite. */
function bound(value: Value, what: string): number {
  const integer = integerOf(value, what, "index");
  if (typeof integer === "number") return integer;
  return integer < 0n ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
}

function sliceItems(items: readonly Value[], selection: Selection, budget: Budget): Value[] {
  const { first, step, count } = selection;
  budget.spendContainer(count);
  if (step === 1) return items.slice(first, first + count);
  return Array.from({ length: count }, (_, index) => items[first + index * step] as Value);
}

function sliceText(text: string, length: number, selection: Selection, budget: Budget): string {
  const { first, step, count } = selection;
  if (step === 1) {
    budget.spendString(count);
    return sliceCodePoints(text, first, first + count, budget);
  }
  budget.spendTicks(count);
  budget.spendString(count);
  const characters = length === text.length ? text : [...text];
  if (length !== text.length) budget.spendContainer(length);
  let result = "";
  for (let index = 0; index < count; index++) result += characters[first + index * step] ?? "";
  return result;
}

function sliceBytes(bytes: Uint8Array, selection: Selection, budget: Budget): StarlarkBytes {
  const { first, step, count } = selection;
  budget.spendString(count);
  if (step === 1) return new StarlarkBytes(bytes.slice(first, first + count));
  budget.spendTicks(count);
  return new StarlarkBytes(
    Uint8Array.from({ length: count }, (_, index) => bytes[first + index * step] as number),
  );
}

function sliceRange(range: StarlarkRange, { first, end, step }: Selection): StarlarkRange {
  const product = range.step * step;
  if (Number.isSafeInteger(product)) {
    return new StarlarkRange(range.at(first), range.at(end), product);
  }
  throw new Fault("the step of the sliced range is too large", { code: "invalid-value" });
}
