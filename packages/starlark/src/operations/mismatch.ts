import { Fault } from "../errors/fault.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

/** A message reads `got int, want string`, a host is asked about `a string`. */
const ARTICLES = /\b(?:a|an) /g;

/**
 * The error of a value of the wrong type: `what` names its place (`the separator of split()`), `wanted` what belongs
 * there (`a string`). A host value may word it itself.
 */
export function mismatch(value: Value, wanted: string, what: string): Fault {
  const got = `got ${typeName(value)}, want ${wanted.replace(ARTICLES, "")}`;
  return wrongType(value, wanted, `${what}: ${got}`);
}

/** The same error with a message of its own, where a host value does not word it itself. */
export function wrongType(value: Value, wanted: string, message: string): Fault {
  const own = value instanceof HostValue ? value.mismatch(wanted) : undefined;
  return new Fault(own ?? message, { code: "wrong-type" });
}
