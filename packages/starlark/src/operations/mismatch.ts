import { Fault } from "../errors/fault.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

/**
 * The error of a value of the wrong type: `what` names its place (`the separator of split()`), `wanted` what belongs
 * there (`a string`). A host value may word it itself.
 */
export function mismatch(value: Value, wanted: string, what: string): Fault {
  const own = value instanceof HostValue ? value.mismatch(wanted) : undefined;
  return new Fault(own ?? `${what} must be ${wanted}, got ${typeName(value)}`, {
    code: "wrong-type",
  });
}
