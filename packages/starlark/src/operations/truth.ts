import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { StarlarkList } from "../values/list.js";
import { StarlarkRange } from "../values/range.js";
import { StarlarkSet } from "../values/set.js";
import { StringElements } from "../values/string-elements.js";
import { StarlarkTuple } from "../values/tuple.js";
import type { Value } from "../values/value.js";

/** What `bool(value)` says: zero, the empty and `None` are false. */
export function truthOf(value: Value): boolean {
  switch (typeof value) {
    case "boolean":
      return value;
    case "number":
      return value !== 0;
    case "string":
      return value !== "";
    case "bigint":
      return true;
    default:
      return value !== null && objectTruth(value);
  }
}

function objectTruth(value: object): boolean {
  if (value instanceof StarlarkList || value instanceof StarlarkTuple)
    return value.items.length > 0;
  if (value instanceof StarlarkDict || value instanceof StarlarkSet) return value.size > 0;
  if (value instanceof StarlarkFloat) return value.value !== 0;
  if (value instanceof StarlarkRange) return value.length > 0;
  if (value instanceof StringElements) return value.text !== "";
  if (value instanceof StarlarkBytes) return value.bytes.length > 0;
  if (value instanceof HostValue) return value.truth();
  return true;
}
