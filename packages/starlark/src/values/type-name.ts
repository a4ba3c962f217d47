import { BytesElements, StarlarkBytes } from "./bytes.js";
import { Callable } from "./callable.js";
import { StarlarkFloat } from "./float.js";
import { HostValue } from "./host-value.js";
import { Mutable } from "./mutable.js";
import { StarlarkRange } from "./range.js";
import { StringElements } from "./string-elements.js";
import { StarlarkTuple } from "./tuple.js";
import type { Value } from "./value.js";

/** What `type(value)` says. */
export function typeName(value: Value): string {
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
    case "bigint":
      return "int";
    case "boolean":
      return "bool";
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: Exclude<Value, string | number | bigint | boolean>): string {
  if (value === null) return "NoneType";
  if (value instanceof Mutable || value instanceof Callable || value instanceof HostValue) {
    return value.typeName;
  }
  if (value instanceof StarlarkTuple) return "tuple";
  if (value instanceof StarlarkFloat) return "float";
  if (value instanceof StarlarkRange) return "range";
  if (value instanceof StringElements) {
    return value.indexable ? "string.elems" : "string.codepoints";
  }
  if (value instanceof StarlarkBytes) return "bytes";
  if (value instanceof BytesElements) return "bytes.elems";
  return value satisfies never;
}
