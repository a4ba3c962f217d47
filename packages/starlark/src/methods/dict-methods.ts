import type { Budget } from "../budget/budget.js";
import type { Leftover } from "../calls/bind.js";
import type { Thread } from "../calls/thread.js";
import { Fault } from "../errors/fault.js";
import { fillDict } from "../operations/fill-dict.js";
import { describe } from "../operations/value-text.js";
import type { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";
import { type Methods, methodTable } from "./method-table.js";

export const DICT_METHODS: Methods<StarlarkDict> = methodTable<StarlarkDict>([
  [
    "clear()",
    (dict) => {
      dict.checkMutable("clear");
      dict.table.clear();
      return null;
    },
  ],
  [
    "get(key, default?, /)",
    (dict, [key, fallback], { budget }) => {
      const found = dict.get(key as Value, budget);
      if (found !== undefined) return found;
      return fallback === undefined ? null : fallback;
    },
  ],
  [
    "items()",
    (dict, _args, { budget }) => {
      budget.spendContainer(dict.size * 3);
      return new StarlarkList(
        dict.pairs().map(({ key, value }) => new StarlarkTuple([key, value])),
      );
    },
  ],
  [
    "keys()",
    (dict, _args, { budget }) => {
      budget.spendContainer(dict.size);
      return new StarlarkList(dict.pairs().map(({ key }) => key));
    },
  ],
  [
    "pop(key, default?, /)",
    (dict, [key, fallback], { budget }) => pop(dict, key, fallback, budget),
  ],
  ["popitem()", (dict, _args, { budget }) => popItem(dict, budget)],
  [
    "setdefault(key, default?, /)",
    (dict, [key, fallback], { budget }) => {
      const found = dict.get(key as Value, budget);
      if (found !== undefined) return found;
      dict.checkMutable("insert into");
      const value = fallback === undefined ? null : fallback;
      dict.put(key as Value, value, budget);
      return value;
    },
  ],
  ["update(pairs?, /, **named)", update],
  [
    "values()",
    (dict, _args, { budget }) => {
      budget.spendContainer(dict.size);
      return new StarlarkList(dict.pairs().map(({ value }) => value));
    },
  ],
]);

function pop(
  dict: StarlarkDict,
  key: Value | undefined,
  fallback: Value | undefined,
  budget: Budget,
): Value {
  dict.checkMutable("delete from");
  const removed = dict.remove(key as Value, budget);
  if (removed !== undefined) return removed;
  if (fallback !== undefined) return fallback;
  throw new Fault(`missing key ${describe(key as Value)}`, { code: "missing-key" });
}

function popItem(dict: StarlarkDict, budget: Budget): Value {
  dict.checkMutable("delete from");
  for (const { key, value } of dict.table.walk(budget)) {
    dict.remove(key, budget);
    budget.spendContainer(2);
    return new StarlarkTuple([key, value]);
  }
  throw new Fault("empty dict", { code: "missing-key" });
}

function update(
  dict: StarlarkDict,
  [pairs]: readonly (Value | undefined)[],
  { budget }: Thread,
  { named }: Leftover,
): Value {
  dict.checkMutable("insert into");
  fillDict(dict, pairs, named, budget, "update()");
  return null;
}
