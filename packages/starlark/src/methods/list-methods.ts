import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import { extendList } from "../operations/in-place.js";
import { outOfRange } from "../operations/index-value.js";
import { indexOfValue } from "../operations/membership.js";
import { describe } from "../operations/value-text.js";
import type { StarlarkList } from "../values/list.js";
import type { Value } from "../values/value.js";
import { boundArgument, countArgument } from "./argument-checks.js";
import { type Methods, methodTable } from "./method-table.js";

export const LIST_METHODS: Methods<StarlarkList> = methodTable<StarlarkList>([
  [
    "append(item, /)",
    (list, [item], { budget }) => {
      list.checkMutable("append to");
      budget.spendGrowth(list.items.length + 1, 1);
      list.items.push(item as Value);
      return null;
    },
  ],
  [
    "clear()",
    (list) => {
      list.checkMutable("clear");
      list.items.length = 0;
      return null;
    },
  ],
  [
    "extend(items, /)",
    (list, [items], { budget }) => {
      extendList(list, items as Value, "extend", budget);
      return null;
    },
  ],
  [
    "index(item, start?, end?, /)",
    (list, [item, start, end], { budget }) => {
      const { length } = list.items;
      const from = boundArgument(start, length, 0, "the start of index()");
      const to = boundArgument(end, length, length, "the end of index()");
      const found = indexOfValue(list.items, item as Value, budget, from, to);
      if (found < 0) throw missing("value not in list", item);
      return found;
    },
  ],
  [
    "insert(index, item, /)",
    (list, [index, item], { budget }) => {
      list.checkMutable("insert into");
      const { length } = list.items;
      const at = boundArgument(index, length, 0, "the index of insert()");
      budget.spendGrowth(length + 1, 1);
      budget.spendTicks(length - at);
      list.items.splice(at, 0, item as Value);
      return null;
    },
  ],
  ["pop(index?, /)", (list, [index], { budget }) => pop(list, index, budget)],
  [
    "remove(item, /)",
    (list, [item], { budget }) => {
      list.checkMutable("remove from");
      const found = indexOfValue(list.items, item as Value, budget);
      if (found < 0) throw missing("element not found", item);
      removeAt(list, found, budget);
      return null;
    },
  ],
]);

function pop(list: StarlarkList, index: Value | undefined, budget: Budget): Value {
  list.checkMutable("pop from");
  const { length } = list.items;
  const given = countArgument(index, -1, "the index of pop()");
  const at = given < 0 ? given + length : given;
  if (at < 0 || at >= length) throw outOfRange("list", given, length);
  const item = list.items[at] as Value;
  removeAt(list, at, budget);
  return item;
}

function removeAt(list: StarlarkList, index: number, budget: Budget): void {
  if (index === list.items.length - 1) {
    list.items.pop();
    return;
  }
  budget.spendTicks(list.items.length - index);
  list.items.splice(index, 1);
}

function missing(what: string, item: Value | undefined): Fault {
  return new Fault(`${what}: ${describe(item as Value)}`, { code: "missing-item" });
}
