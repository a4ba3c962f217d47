import type { NativeRun } from "../calls/native.js";
import type { Fault } from "../errors/fault.js";
import { toArray } from "../operations/iterate.js";
import { wrongType } from "../operations/mismatch.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

/** `separator.join(parts)`: the length is known before the string is made. */
export const joinStrings: NativeRun<string> = (separator, [parts], { budget }) => {
  const value = parts as Value;
  const sequence = value instanceof StarlarkList || value instanceof StarlarkTuple;
  const items = sequence ? value.items : toArray(value, budget);
  budget.spendTicks(items.length);
  let length = separator.length * Math.max(0, items.length - 1);
  for (let index = 0; index < items.length; index++) {
    const item = items[index] as Value;
    if (typeof item !== "string") throw notString(item, index);
    length += item.length;
  }
  budget.spendString(length);
  return items.join(separator);
};

function notString(item: Value, index: number): Fault {
  const message = `join: in list, want string, got ${typeName(item)} at index ${index}`;
  return wrongType(item, "a string", message);
}
