/** `element in container` where no host value has its own operator. */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import { occurrence } from "../text/search.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { Mutable } from "../values/mutable.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { bytesContain } from "./bytes.js";
import { equalValues } from "./equal.js";
import { mismatch, wrongType } from "./mismatch.js";

export function contains(container: Value, element: Value, budget: Budget): boolean {
  if (container instanceof StarlarkDict) return dictContains(container, element, budget);
  if (container instanceof StarlarkSet) return container.has(element, budget);
  if (container instanceof StarlarkList || container instanceof StarlarkTuple) {
    return indexOfValue(container.items, element, budget) >= 0;
  }
  if (typeof container === "string") return containsText(container, element, budget);
  if (container instanceof StarlarkBytes) return bytesContain(container.bytes, element, budget);
  if (container instanceof StarlarkRange) return rangeContains(container, element);
  const own = container instanceof HostValue ? container.mismatch("a container") : undefined;
  const operation = `${typeName(element)} in ${typeName(container)}`;
  throw new Fault(own ?? `unknown binary op: ${operation}`, { code: "unsupported" });
}

/** A value that can be no key is in no dict. */
function dictContains(dict: StarlarkDict, element: Value, budget: Budget): boolean {
  return !(element instanceof Mutable) && dict.has(element, budget);
}

function containsText(text: string, part: Value, budget: Budget): boolean {
  if (typeof part !== "string")
    throw mismatch(part, "a string", "`in` a string requires string as left operand");
  return occurrence(text, part, false, budget) >= 0;
}

function rangeContains(range: StarlarkRange, element: Value): boolean {
  const number = element instanceof StarlarkFloat ? element.value : element;
  if (typeof number !== "number" && typeof number !== "bigint") {
    const message = `\`in\` a range requires integer as left operand, not ${typeName(element)}`;
    throw wrongType(element, "an int", message);
  }
  return typeof number === "number" && Number.isInteger(number) && range.includes(number);
}

/** The first index from `start` on, below `end`, whose item equals the value, or -1. */
export function indexOfValue(
  items: readonly Value[],
  value: Value,
  budget: Budget,
  start = 0,
  end: number = items.length,
): number {
  for (let index = start; index < end; index++) {
    budget.spendTicks(1);
    if (equalValues(items[index] as Value, value, budget)) return index;
  }
  return -1;
}
