/** What operators do with bytes. */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import { latin1 } from "../text/latin1.js";
import { StarlarkBytes } from "../values/bytes.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";
import { wrongType } from "./mismatch.js";

export function equalBytes(a: Uint8Array, b: Uint8Array, budget: Budget): boolean {
  return a.length === b.length && compareBytes(a, b, budget) === 0;
}

/** By the first bytes that differ, then by length. */
export function compareBytes(a: Uint8Array, b: Uint8Array, budget: Budget): number {
  const shorter = Math.min(a.length, b.length);
  budget.spendScan(shorter);
  for (let index = 0; index < shorter; index++) {
    const difference = (a[index] as number) - (b[index] as number);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

export function joinBytes(a: Uint8Array, b: Uint8Array, budget: Budget): StarlarkBytes {
  budget.spendString(a.length + b.length);
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return new StarlarkBytes(joined);
}

/** The bytes `times` times over; `times` is no more than the result's bound allows. */
export function repeatBytes(bytes: Uint8Array, times: number, budget: Budget): StarlarkBytes {
  budget.spendString(bytes.length * times);
  const repeated = new Uint8Array(bytes.length * times);
  for (let round = 0; round < times; round++) repeated.set(bytes, round * bytes.length);
  return new StarlarkBytes(repeated);
}

/** `element in bytes`: a run of bytes, or one byte as an int. */
export function bytesContain(bytes: Uint8Array, element: Value, budget: Budget): boolean {
  if (typeof element === "number" || typeof element === "bigint") {
    if (element < 0 || element > 255) {
      throw new Fault(`int in bytes: ${element} out of range`, { code: "invalid-value" });
    }
    budget.spendScan(bytes.length);
    return bytes.includes(Number(element));
  }
  if (element instanceof StarlarkBytes) return includesRun(bytes, element.bytes, budget);
  const message = `\`in\` bytes requires bytes or int as left operand, not ${typeName(element)}`;
  throw wrongType(element, "bytes", message);
}

function includesRun(bytes: Uint8Array, part: Uint8Array, budget: Budget): boolean {
  // A byte is a character of Latin-1, where the engine's own search is at home.
  budget.spendScan(4 * (bytes.length + part.length));
  return latin1(bytes).includes(latin1(part));
}
