import type { Budget } from "../budget/budget.js";
import type { Leftover } from "../calls/bind.js";
import type { Thread } from "../calls/thread.js";
import { Fault } from "../errors/fault.js";
import { iterateValue } from "../operations/iterate.js";
import { ordered } from "../operations/order.js";
import { toSet } from "../operations/to-set.js";
import { combineCollections } from "../operations/union.js";
import { describe } from "../operations/value-text.js";
import type { ArithmeticOperator } from "../syntax/nodes.js";
import type { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";
import { type Methods, methodTable } from "./method-table.js";

export const SET_METHODS: Methods<StarlarkSet> = methodTable<StarlarkSet>([
  [
    "add(item, /)",
    (set, [item], { budget }) => {
      if (set.has(item as Value, budget)) return null;
      set.checkMutable();
      set.add(item as Value, budget);
      return null;
    },
  ],
  [
    "clear()",
    (set) => {
      set.checkMutable();
      set.table.clear();
      return null;
    },
  ],
  ["difference(*others)", (set, _args, thread, { rest }) => fold("-", set, rest, thread)],
  [
    "discard(item, /)",
    (set, [item], { budget }) => {
      if (!set.has(item as Value, budget)) return null;
      set.checkMutable();
      set.remove(item as Value, budget);
      return null;
    },
  ],
  ["intersection(*others)", (set, _args, thread, { rest }) => fold("&", set, rest, thread)],
  [
    "issubset(other, /)",
    (set, [other], { budget }) => ordered("<=", set, toSet(other as Value, budget), budget),
  ],
  [
    "issuperset(other, /)",
    (set, [other], { budget }) => ordered(">=", set, toSet(other as Value, budget), budget),
  ],
  ["pop()", (set, _args, { budget }) => popElement(set, budget)],
  [
    "remove(item, /)",
    (set, [item], { budget }) => {
      set.checkMutable();
      if (set.remove(item as Value, budget)) return null;
      throw new Fault(`${describe(item as Value)} is not in the set`, { code: "missing-item" });
    },
  ],
  [
    "symmetric_difference(other, /)",
    (set, [other], thread) => fold("^", set, [other as Value], thread),
  ],
  ["union(*others)", (set, _args, thread, { rest }) => fold("|", set, rest, thread)],
  ["update(*others)", update],
]);

/** Applies an operator with each operand in turn; the result is a set of its own even when there are none. */
function fold(
  operator: ArithmeticOperator,
  set: StarlarkSet,
  others: readonly Value[],
  { budget }: Thread,
): Value {
  let result: Value = toSet(set, budget);
  for (const other of others) {
    result = combineCollections(operator, result, toSet(other, budget), budget) as Value;
  }
  return result;
}

function popElement(set: StarlarkSet, budget: Budget): Value {
  set.checkMutable();
  for (const value of set.table.walk(budget)) {
    set.remove(value, budget);
    return value;
  }
  throw new Fault("pop() from an empty set", { code: "missing-item" });
}

function update(
  set: StarlarkSet,
  _args: readonly (Value | undefined)[],
  { budget }: Thread,
  { rest }: Leftover,
): Value {
  set.checkMutable();
  for (const other of rest) {
    if (other === set) continue;
    for (const value of iterateValue(other, budget)) {
      budget.spendTicks(1);
      set.add(value, budget);
    }
  }
  return null;
}
