/** Numbers where an operation wants one, host values included when they say that they are one. */
import { Fault } from "../errors/fault.js";
import type { Integer } from "../integers/integer.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue, type NumberUse } from "../values/host-value.js";
import type { Value } from "../values/value.js";
import { mismatch } from "./mismatch.js";
import { describe } from "./value-text.js";

/** The number that a value is, or undefined; a bool is none. */
export function asNumber(value: Value, use: NumberUse): Integer | StarlarkFloat | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof StarlarkFloat) return value;
  return value instanceof HostValue ? value.number(use) : undefined;
}

/** The int that a value must be; `what` names its place. */
export function integerOf(value: Value, what: string, use: NumberUse): Integer {
  const number = asNumber(value, use);
  if (number !== undefined && !(number instanceof StarlarkFloat)) return number;
  throw mismatch(value, "an int", what);
}

/** The int that a value must be, small enough to count or index with. */
export function countOf(value: Value, what: string, use: NumberUse): number {
  const integer = integerOf(value, what, use);
  if (typeof integer === "number") return integer;
  const shown = describe(integer);
  throw new Fault(`${what}: ${shown} out of range (want value in signed 54-bit range)`, {
    code: "invalid-value",
  });
}
