import type { Budget } from "../budget/budget.js";
import type { Leftover } from "../calls/bind.js";
import type { Thread } from "../calls/thread.js";
import { Fault } from "../errors/fault.js";
import { iterateArgument } from "../operations/iterate.js";
import { ordered } from "../operations/order.js";
import { setOf, toSet } from "../operations/to-set.js";
import { combineCollections } from "../operations/union.js";
import { describe } from "../operations/value-text.js";
import type { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";
import { type Methods, methodTable } from "./method-table.js";

export const SET_METHODS: Methods<StarlarkSet> = methodTable<StarlarkSet>([
  [
    "add(item, /)",
    (set, [item], { budget }) => {
      const known = set.has(item as Value, budget);
      set.checkMutable("insert into");
      if (!known) set.add(item as Value, budget);
      return null;
    },
  ],
  [
    "clear()",
    (set) => {
      if (set.size > 0) set.checkMutable("clear");
      set.table.clear();
      return null;
    },
  ],
  ["difference(*others)", (set, _args, thread, { rest }) => fold("-", set, rest, thread)],
  [
    "discard(item, /)",
    (set, [item], { budget }) => {
      const known = set.has(item as Value, budget);
      set.checkMutable("delete from");
      if (known) set.remove(item as Value, budget);
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
      set.checkMutable("delete from");
      if (set.remove(item as Value, budget)) return null;
      throw new Fault(`missing key ${describe(item as Value)}`, { code: "missing-item" });
    },
  ],
  [
    "symmetric_difference(other, /)",
    (set, [other], thread) => fold("^", set, [other as Value], thread),
  ],
  ["union(*others)", (set, _args, thread, { rest }) => fold("|", set, rest, thread)],
  ["update(*others, **named)", update],
]);

const SET_OPERATIONS = {
  "-": "difference",
  "&": "intersection",
  "^": "symmetric_difference",
  "|": "union",
} as const;

/** Applies an operator with each operand in turn; the result is a set of its own even when there are none. */
function fold(
  operator: keyof typeof SET_OPERATIONS,
  set: StarlarkSet,
  others: readonly Value[],
  { budget }: Thread,
): Value {
  let result: Value = toSet(set, budget);
  for (const [position, other] of others.entries()) {
    const elements = iterateArgument(other, position, SET_OPERATIONS[operator], budget);
    const operand = setOf(elements, budget);
    result = combineCollections(operator, result, operand, budget) as Value;
  }
  return result;
}

function popElement(set: StarlarkSet, budget: Budget): Value {
  set.checkMutable("delete from");
  for (const value of set.table.walk(budget)) {
    set.remove(value, budget);
    return value;
  }
  throw new Fault("empty set", { code: "missing-item" });
}

function update(
  set: StarlarkSet,
  _args: readonly (Value | undefined)[],
  { budget }: Thread,
  { rest, named }: Leftover,
): Value {
  if (named.names.length > 0) {
    throw new Fault("error in update: does not accept keyword arguments", {
      code: "unknown-argument",
    });
  }
  set.checkMutable("insert into");
  for (const [position, other] of rest.entries()) {
    if (other === set) continue;
    for (const value of iterateArgument(other, position, "update", budget)) {
      budget.spendTicks(1);
      set.add(value, budget);
    }
  }
  return null;
}
