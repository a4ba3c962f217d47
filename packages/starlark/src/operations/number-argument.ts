/** Numbers where an operation wants one, host values included when they say that they are one. */
import { Fault } from "../errors/fault.js";
import type { Integer } from "../integers/integer.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import type { Value } from "../values/value.js";
import { mismatch } from "./mismatch.js";

/** The number that a value is, or undefined; a bool is none. */
export function asNumber(value: Value): Integer | StarlarkFloat | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof StarlarkFloat) return value;
  return value instanceof HostValue ? value.number() : undefined;
}

/** The int that a value is, or undefined. */
function asInteger(value: Value): Integer | undefined {
  const number = asNumber(value);
  return number instanceof StarlarkFloat ? undefined : number;
}

/** The int that a value must be; `what` names its place. */
export function integerOf(value: Value, what: string): Integer {
  const integer = asInteger(value);
  if (integer === undefined) throw mismatch(value, "an int", what);
  return integer;
}

/** The int that a value must be, small enough to count or index with. */
export function countOf(value: Value, what: string): number {
  const integer = integerOf(value, what);
  if (typeof integer === "number") return integer;
  throw new Fault(`${what} is too large`, { code: "invalid-value" });
}
