/** Built-ins that make collections or walk over them. */
import type { Budget } from "../budget/budget.js";
import { type Native, native } from "../calls/native.js";
import { Fault } from "../errors/fault.js";
import { countArgument } from "../methods/argument-checks.js";
import { fillDict } from "../operations/fill-dict.js";
import { iterateArgument, iterateValue, knownLength, toArray } from "../operations/iterate.js";
import { wrongType } from "../operations/mismatch.js";
import { countOf } from "../operations/number-argument.js";
import { toSet } from "../operations/to-set.js";
import { truthOf } from "../operations/truth.js";
import { codePointLength } from "../text/code-points.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StringElements } from "../values/string-elements.js";
import { EMPTY_TUPLE, StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

type Args = readonly (Value | undefined)[];

export const COLLECTIONS: readonly Native<null>[] = [
  native("all(items, /)", (_none, [items], { budget }) =>
    firstTruth(items as Value, false, budget),
  ),
  native("any(items, /)", (_none, [items], { budget }) => firstTruth(items as Value, true, budget)),
  native("dict(pairs?, /, **named)", (_none, [pairs], { budget }, { named }) => {
    const dict = new StarlarkDict();
    fillDict(dict, pairs, named, budget, "dict()");
    return dict;
  }),
  native("enumerate(items, start?)", (_none, args, { budget }) => enumerateItems(args, budget)),
  native("len(value, /)", (_none, [value], { budget }) => lengthOf(value as Value, budget)),
  native(
    "list(items?, /)",
    (_none, [items], { budget }) =>
      new StarlarkList(items === undefined ? [] : toArray(items, budget)),
  ),
  native("range(start, stop?, step?, /)", (_none, args) => rangeOf(args)),
  native(
    "reversed(items, /)",
    (_none, [items], { budget }) => new StarlarkList(toArray(items as Value, budget).reverse()),
  ),
  native("set(items?, /)", (_none, [items], { budget }) =>
    items === undefined ? new StarlarkSet() : toSet(items, budget),
  ),
  native("tuple(items?, /)", (_none, [items], { budget }) => {
    if (items instanceof StarlarkTuple) return items;
    return items === undefined ? EMPTY_TUPLE : new StarlarkTuple(toArray(items, budget));
  }),
  native("zip(*iterables)", (_none, _args, { budget }, { rest }) => zip(rest, budget)),
];

/** Whether some element has the given truth, as `any` asks; `all` asks for the opposite. */
function firstTruth(items: Value, wanted: boolean, budget: Budget): boolean {
  for (const item of iterateValue(items, budget)) {
    budget.spendTicks(1);
    if (truthOf(item) === wanted) return wanted;
  }
  return !wanted;
}

function enumerateItems([items, start]: Args, budget: Budget): Value {
  const first = countArgument(start, 0, "the start of enumerate()");
  const values = toArray(items as Value, budget);
  budget.spendContainer(values.length * 2);
  return new StarlarkList(values.map((value, index) => new StarlarkTuple([first + index, value])));
}

function lengthOf(value: Value, budget: Budget): Value {
  if (typeof value === "string") return codePointLength(value, budget);
  const known = knownLength(value);
  if (known !== undefined) return known;
  if (value instanceof StarlarkBytes) return value.bytes.length;
  if (value instanceof StringElements && value.indexable)
    return codePointLength(value.text, budget);
  const own = value instanceof HostValue ? value.length() : undefined;
  if (own !== undefined) return own;
  throw wrongType(value, "a value with a length", `value of type ${typeName(value)} has no len`);
}

function rangeOf([first, second, third]: Args): Value {
  const step = third === undefined ? 1 : countOf(third, "the step of range()", "range");
  if (step === 0)
    throw new Fault("the step of range() must not be zero", { code: "invalid-value" });
  const start = second === undefined ? 0 : countOf(first as Value, "the start of range()", "range");
  const stop = second === undefined ? first : second;
  const end = countOf(stop as Value, "the stop of range()", "range");
  if (!Number.isSafeInteger(end - start)) {
    throw new Fault("the range is too long", { code: "invalid-value" });
  }
  return new StarlarkRange(start, end, step);
}

/** Tuples of elements side by side, as many as the shortest has; an endless iterable beside a finite one is fine. */
function zip(iterables: readonly Value[], budget: Budget): Value {
  const iterators = iterables.map((value, position) =>
    iterateArgument(value, position, "zip", budget)[Symbol.iterator](),
  );
  const rows: Value[] = [];
  // Filled anew for each row and copied: a copy has room for its elements and no more.
  const row: Value[] = iterators.map(() => null);
  while (fillRow(row, iterators)) {
    budget.spendContainer(row.length);
    budget.spendGrowth(rows.length + 1, 1);
    rows.push(new StarlarkTuple(row.slice()));
  }
  return new StarlarkList(rows);
}

/** Whether every iterator had one more element. */
function fillRow(row: Value[], iterators: readonly Iterator<Value>[]): boolean {
  for (let index = 0; index < iterators.length; index++) {
    const next = (iterators[index] as Iterator<Value>).next();
    if (next.done === true) return false;
    row[index] = next.value;
  }
  return iterators.length > 0;
}
