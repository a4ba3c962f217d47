/** `|`, `&`, `-` and `^` between sets, and `|` between dicts. */
import type { Budget } from "../budget/budget.js";
import type { ArithmeticOperator } from "../syntax/nodes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkSet } from "../values/set.js";
import type { Value } from "../values/value.js";

export function combineCollections(
  operator: ArithmeticOperator,
  a: Value,
  b: Value,
  budget: Budget,
): Value | undefined {
  if (a instanceof StarlarkSet && b instanceof StarlarkSet)
    return combineSets(operator, a, b, budget);
  if (operator === "|" && a instanceof StarlarkDict && b instanceof StarlarkDict) {
    const merged = new StarlarkDict();
    updateDict(merged, a, budget);
    updateDict(merged, b, budget);
    return merged;
  }
  return undefined;
}

/** Puts every pair of `source` into `target`, which may be changed. */
export function updateDict(target: StarlarkDict, source: StarlarkDict, budget: Budget): void {
  budget.spendTicks(source.size);
  for (const { key, value } of source.pairs()) target.put(key, value, budget);
}

function combineSets(
  operator: ArithmeticOperator,
  a: StarlarkSet,
  b: StarlarkSet,
  budget: Budget,
): StarlarkSet | undefined {
  switch (operator) {
    case "|":
      return fill(
        [
          [a, undefined],
          [b, undefined],
        ],
        budget,
      );
    case "&":
      return fill([[a, { of: b, wanted: true }]], budget);
    case "-":
      return fill([[a, { of: b, wanted: false }]], budget);
    case "^":
      return fill(
        [
          [a, { of: b, wanted: false }],
          [b, { of: a, wanted: false }],
        ],
        budget,
      );
    default:
      return undefined;
  }
}

interface Filter {
  readonly of: StarlarkSet;
  readonly wanted: boolean;
}

/** A set of the elements of each source that pass its filter. */
function fill(
  sources: readonly (readonly [StarlarkSet, Filter | undefined])[],
  budget: Budget,
): StarlarkSet {
  const result = new StarlarkSet();
  for (const [source, filter] of sources) {
    budget.spendTicks(source.size);
    for (const value of source.table.walk(budget)) {
      if (filter === undefined || filter.of.has(value, budget) === filter.wanted) {
        result.add(value, budget);
      }
    }
  }
  return result;
}
