/** `+` and `*` on strings, lists and tuples. Lengths are admitted before anything is copied. */
import type { Budget } from "../budget/budget.js";
import type { Integer } from "../integers/integer.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import { joinBytes, repeatBytes } from "./bytes.js";

/** `a + b` of two sequences of one type, or undefined. */
export function concatenate(a: Value, b: Value, budget: Budget): Value | undefined {
  if (typeof a === "string" && typeof b === "string") {
    budget.spendString(a.length + b.length);
    return a + b;
  }
  if (a instanceof StarlarkList && b instanceof StarlarkList) {
    budget.spendContainer(a.items.length + b.items.length);
    return new StarlarkList([...a.items, ...b.items]);
  }
  if (a instanceof StarlarkTuple && b instanceof StarlarkTuple) {
    budget.spendContainer(a.items.length + b.items.length);
    return new StarlarkTuple([...a.items, ...b.items]);
  }
  if (a instanceof StarlarkBytes && b instanceof StarlarkBytes) {
    return joinBytes(a.bytes, b.bytes, budget);
  }
  return undefined;
}

/** `sequence * count`, or undefined when the value is no sequence. */
export function repeat(sequence: Value, count: Integer, budget: Budget): Value | undefined {
  if (typeof sequence === "string") {
    const times = timesOf(count, sequence.length);
    budget.spendString(sequence.length * times);
    return sequence.repeat(times);
  }
  if (sequence instanceof StarlarkList) {
    return new StarlarkList(repeatItems(sequence.items, count, budget));
  }
  if (sequence instanceof StarlarkTuple) {
    return new StarlarkTuple(repeatItems(sequence.items, count, budget));
  }
  if (sequence instanceof StarlarkBytes) {
    const { bytes } = sequence;
    return repeatBytes(bytes, timesOf(count, bytes.length), budget);
  }
  return undefined;
}

/** How often to repeat: not at all for a negative count or an empty sequence, and at most as often as a number can say. */
function timesOf(count: Integer, length: number): number {
  if (count < 0 || length === 0) return 0;
  if (typeof count === "number" && Number.isSafeInteger(count * length)) return count;
  return Number.MAX_SAFE_INTEGER;
}

function repeatItems(items: readonly Value[], count: Integer, budget: Budget): Value[] {
  const times = timesOf(count, items.length);
  budget.spendContainer(items.length * times);
  const repeated: Value[] = [];
  for (let round = 0; round < times; round++) {
    for (let index = 0; index < items.length; index++) repeated.push(items[index] as Value);
  }
  return repeated;
}
