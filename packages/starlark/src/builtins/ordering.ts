/**
 * `sorted`, `min` and `max`.
 *
 * Keys are computed once for each element, in order, before anything is compared, and the source is locked meanwhile, so
 * a key function cannot change what is being sorted. Sorting is stable, also in reverse.
 */
import type { Budget } from "../budget/budget.js";
import { type Native, native } from "../calls/native.js";
import type { Thread } from "../calls/thread.js";
import { Fault } from "../errors/fault.js";
import { boolArgument } from "../methods/argument-checks.js";
import { toArray, whileLocked } from "../operations/iterate.js";
import { compareValues } from "../operations/order.js";
import { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";

export const ORDERING: readonly Native<null>[] = [
  native("max(*items, key?)", (_none, [key], thread, { rest }) =>
    extreme("max", rest, key, thread),
  ),
  native("min(*items, key?)", (_none, [key], thread, { rest }) =>
    extreme("min", rest, key, thread),
  ),
  native("sorted(items, /, *, key?, reverse?)", (_none, [items, key, reverse], thread) =>
    sortedList(
      items as Value,
      key,
      boolArgument(reverse, false, "the reverse of sorted()"),
      thread,
    ),
  ),
];

interface Keyed {
  readonly item: Value;
  readonly key: Value;
}

function keyedItems(source: Value, key: Value | undefined, thread: Thread): Keyed[] {
  return whileLocked(source, () => {
    const items = toArray(source, thread.budget);
    if (key === undefined || key === null) return items.map((item) => ({ item, key: item }));
    return items.map((item) => ({ item, key: thread.call(key, [item]) }));
  });
}

function sortedList(
  source: Value,
  key: Value | undefined,
  reverse: boolean,
  thread: Thread,
): Value {
  const { budget } = thread;
  const keyed = keyedItems(source, key, thread);
  budget.spendTicks(Math.ceil(keyed.length * Math.log2(keyed.length + 1)));
  const compare = comparator(keyed, budget);
  // Comparing the other way round, and not turning the result, keeps equal elements in their order.
  keyed.sort(reverse ? (a, b) => compare(b.key, a.key) : (a, b) => compare(a.key, b.key));
  return new StarlarkList(keyed.map(({ item }) => item));
}

/** Numbers of one kind are compared without looking at their types each time. */
function comparator(keyed: readonly Keyed[], budget: Budget): (a: Value, b: Value) => number {
  if (keyed.every(({ key }) => typeof key === "number")) {
    return (a, b) => (a as number) - (b as number);
  }
  return (a, b) => compareValues(a, b, budget);
}

/** The first of the greatest or least elements. */
function extreme(
  name: "min" | "max",
  args: readonly Value[],
  key: Value | undefined,
  thread: Thread,
): Value {
  const { budget } = thread;
  const source = args.length === 1 ? (args[0] as Value) : new StarlarkList([...args]);
  if (args.length === 0)
    throw new Fault(`${name} requires at least one positional argument`, {
      code: "missing-argument",
    });
  const keyed = keyedItems(source, key, thread);
  let [best] = keyed;
  if (best === undefined)
    throw new Fault(`${name}() of an empty iterable`, { code: "invalid-value" });
  for (const candidate of keyed.slice(1)) {
    budget.spendTicks(1);
    const order = compareValues(candidate.key, best.key, budget);
    if (name === "max" ? order > 0 : order < 0) best = candidate;
  }
  return best.item;
}
