/** Walking over values: what `for`, comprehensions, unpacking and built-ins share. */
import type { Budget } from "../budget/budget.js";
import { Fault, NotIterable } from "../errors/fault.js";
import { BytesElements, StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { Mutable } from "../values/mutable.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StringElements } from "../values/string-elements.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

/** The elements of a value, made as they are asked for; refuses a value that has none. */
export function iterateValue(value: Value, budget: Budget): Iterable<Value> {
  const elements = iterable(value, budget);
  if (elements !== undefined) return elements;
  const own = value instanceof HostValue ? value.mismatch("iterable") : undefined;
  const walked = typeof value === "string" || value instanceof StarlarkBytes;
  const hint = walked
    ? `; walk over its ${typeof value === "string" ? "characters" : "bytes"} with .elems()`
    : "";
  if (own !== undefined) throw new Fault(own, { code: "not-iterable" });
  throw new NotIterable(typeName(value), hint);
}

/** The elements of one of several arguments; the error says which of them has none. */
export function iterateArgument(
  value: Value,
  position: number,
  name: string,
  budget: Budget,
): Iterable<Value> {
  try {
    return iterateValue(value, budget);
  } catch (error) {
    if (!(error instanceof NotIterable)) throw error;
    const what = `argument #${position + 1} is not iterable: ${error.typeName}`;
    throw new Fault(`error in ${name}: ${what}${error.hint}`, { code: "not-iterable" });
  }
}

/** Whether the value has elements, or is a host's and may word the refusal itself. */
export function isIterable(value: Value): boolean {
  if (value instanceof HostValue) return value.iterate() !== undefined;
  return (
    value instanceof StarlarkTuple ||
    value instanceof StarlarkList ||
    value instanceof StarlarkDict ||
    value instanceof StarlarkSet ||
    value instanceof StarlarkRange ||
    value instanceof StringElements ||
    value instanceof BytesElements
  );
}

function iterable(value: Value, budget: Budget): Iterable<Value> | undefined {
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) return value.items;
  if (value instanceof StarlarkDict) return dictKeys(value, budget);
  if (value instanceof StarlarkSet) return value.table.walk(budget);
  if (value instanceof StarlarkRange) return rangeElements(value);
  if (value instanceof StringElements) return stringElements(value, budget);
  if (value instanceof BytesElements) return value.bytes;
  if (value instanceof HostValue) return value.iterate();
  return undefined;
}

function* dictKeys(dict: StarlarkDict, budget: Budget): Generator<Value> {
  for (const item of dict.table.walk(budget)) yield item.key;
}

function* rangeElements(range: StarlarkRange): Generator<Value> {
  for (let index = 0; index < range.length; index++) yield range.at(index);
}

function* stringElements(elements: StringElements, budget: Budget): Generator<Value> {
  for (const character of elements.text) {
    budget.spendTicks(1);
    yield elements.ordinals ? (character.codePointAt(0) ?? 0) : character;
  }
}

/** How many elements a walk will give, when that is known before it starts. */
export function knownLength(value: Value): number | undefined {
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) return value.items.length;
  if (value instanceof StarlarkDict || value instanceof StarlarkSet) return value.size;
  if (value instanceof StarlarkRange) return value.length;
  if (value instanceof BytesElements) return value.bytes.length;
  return undefined;
}

/** The elements in an array that the caller owns; charged as a container before it is filled. */
export function toArray(value: Value, budget: Budget): Value[] {
  const length = knownLength(value);
  if (length !== undefined) budget.spendContainer(length);
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) return value.items.slice();
  const elements = iterateValue(value, budget);
  return length === undefined ? collect(elements, budget) : [...elements];
}

/** Elements of a walk whose length nobody knows, charged one by one: it may be endless. */
function collect(elements: Iterable<Value>, budget: Budget): Value[] {
  const items: Value[] = [];
  for (const element of elements) {
    budget.spendTicks(1);
    budget.spendGrowth(items.length + 1, 1);
    items.push(element);
  }
  return items;
}

/** Runs `work` while `value` may not be changed: it is being walked over. */
export function whileLocked<Result>(value: Value, work: () => Result): Result {
  if (!(value instanceof Mutable)) return work();
  value.lock();
  try {
    return work();
  } finally {
    value.unlock();
  }
}
