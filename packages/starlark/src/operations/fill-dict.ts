import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import type { NamedValues } from "../values/callable.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { iterateValue, toArray } from "./iterate.js";
import { updateDict } from "./union.js";

/** Puts pairs, then named values, into a dict that may be changed; `what` is the built-in that does it. */
export function fillDict(
  dict: StarlarkDict,
  pairs: Value | undefined,
  named: NamedValues,
  budget: Budget,
  what: string,
): void {
  if (pairs instanceof StarlarkDict) {
    if (pairs !== dict) updateDict(dict, pairs, budget);
  } else if (pairs !== undefined) {
    fillFromPairs(dict, pairs, budget, what);
  }
  for (let index = 0; index < named.names.length; index++) {
    dict.put(named.names[index] as string, named.values[index] as Value, budget);
  }
}

function fillFromPairs(dict: StarlarkDict, pairs: Value, budget: Budget, what: string): void {
  let position = 0;
  for (const pair of iterateValue(pairs, budget)) {
    budget.spendTicks(1);
    const [key, value] = pairItems(pair, position, budget, what);
    dict.put(key, value, budget);
    position++;
  }
}

function pairItems(
  pair: Value,
  position: number,
  budget: Budget,
  what: string,
): readonly [Value, Value] {
  const sequence = pair instanceof StarlarkTuple || pair instanceof StarlarkList;
  const items = sequence ? pair.items : pairElements(pair, position, budget, what);
  const [key, value] = items;
  if (items.length === 2 && key !== undefined && value !== undefined) return [key, value];
  throw new Fault(`non-pair element ${position} in ${what}: it has ${items.length} items, want 2`, {
    code: "invalid-value",
  });
}

function pairElements(
  pair: Value,
  position: number,
  budget: Budget,
  what: string,
): readonly Value[] {
  if (pair === null || typeof pair !== "object") {
    throw new Fault(
      `element ${position} in ${what} is not iterable (non-pair element: ${typeName(pair)})`,
      {
        code: "wrong-type",
      },
    );
  }
  return toArray(pair, budget);
}
