/**
 * Integers in two forms: a number while it is safe, a bigint beyond.
 *
 * Each function takes either form and gives the one right form of its result, so equal ints are identical. The bound on
 * bits is checked before any work that could be long: with operands under the bound only a shift can be.
 */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";

export type Integer = number | bigint;

/** The form of an int whose value is `value`. */
export function normalize(value: bigint): Integer {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}

/** Admits the result of an operation and gives its form. */
function result(value: bigint, budget: Budget): Integer {
  const form = normalize(value);
  if (typeof form === "bigint") budget.spendInteger(bitLength(form));
  return form;
}

/** Bits of the absolute value. */
function bitLength(value: bigint): number {
  const hex = (value < 0n ? -value : value).toString(16);
  return hex.length * 4 - (Math.clz32(Number.parseInt(hex.charAt(0), 16)) - 28);
}

export function addIntegers(a: Integer, b: Integer, budget: Budget): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return result(BigInt(a) + BigInt(b), budget);
}

export function subtractIntegers(a: Integer, b: Integer, budget: Budget): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return result(BigInt(a) - BigInt(b), budget);
}

export function multiplyIntegers(a: Integer, b: Integer, budget: Budget): Integer {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // The sum turns -0 into 0: an int has no negative zero.
    if (Number.isSafeInteger(product)) return product + 0;
  }
  return result(BigInt(a) * BigInt(b), budget);
}

/** `a // b`, rounded towards negative infinity. */
export function floorDivide(a: Integer, b: Integer, budget: Budget): Integer {
  if (b === 0) throw new Fault("integer division by zero", { code: "division-by-zero" });
  if (typeof a === "number" && typeof b === "number") {
    const remainder = a % b;
    const quotient = (a - remainder) / b;
    const down = remainder !== 0 && remainder < 0 !== b < 0 ? 1 : 0;
    return quotient - down + 0;
  }
  const dividend = BigInt(a);
  const divisor = BigInt(b);
  const remainder = dividend % divisor;
  const down = remainder !== 0n && remainder < 0n !== divisor < 0n ? 1n : 0n;
  return result(dividend / divisor - down, budget);
}

/** `a % b`, with the sign of `b`. */
export function floorModulo(a: Integer, b: Integer, budget: Budget): Integer {
  if (b === 0) throw new Fault("integer modulo by zero", { code: "division-by-zero" });
  if (typeof a === "number" && typeof b === "number") {
    const remainder = a % b;
    return (remainder !== 0 && remainder < 0 !== b < 0 ? remainder + b : remainder) + 0;
  }
  const divisor = BigInt(b);
  const remainder = BigInt(a) % divisor;
  const wrong = remainder !== 0n && remainder < 0n !== divisor < 0n;
  return result(wrong ? remainder + divisor : remainder, budget);
}

export type BitOperator = "&" | "|" | "^";

export function combineBits(
  operator: BitOperator,
  a: Integer,
  b: Integer,
  budget: Budget,
): Integer {
  if (typeof a === "number" && typeof b === "number" && (a | 0) === a && (b | 0) === b) {
    return combine32(operator, a, b);
  }
  const left = BigInt(a);
  const right = BigInt(b);
  switch (operator) {
    case "&":
      return result(left & right, budget);
    case "|":
      return result(left | right, budget);
    case "^":
      return result(left ^ right, budget);
  }
}

function combine32(operator: BitOperator, a: number, b: number): number {
  switch (operator) {
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
  }
}

export function shiftLeft(value: Integer, count: Integer, budget: Budget): Integer {
  checkShift(count);
  if (value === 0) return 0;
  const bitsMax = budget.limits.integerBits;
  const bits =
    typeof value === "number" ? Math.floor(Math.log2(Math.abs(value))) : bitLength(value);
  if (count > bitsMax) budget.spendInteger(Number(count) + bits);
  return result(BigInt(value) << BigInt(count), budget);
}

export function shiftRight(value: Integer, count: Integer, budget: Budget): Integer {
  checkShift(count);
  const bitsMax = budget.limits.integerBits;
  if (count > bitsMax) return value < 0 ? -1 : 0;
  return result(BigInt(value) >> BigInt(count), budget);
}

function checkShift(count: Integer): void {
  if (count < 0) throw new Fault("negative shift count", { code: "invalid-value" });
}

export function negate(value: Integer): Integer {
  return typeof value === "number" ? 0 - value : normalize(-value);
}

/** `~value` */
export function complement(value: Integer): Integer {
  // -1 - MAX_SAFE_INTEGER is one below the smallest safe integer, so the sum may leave the form.
  return normalize(~BigInt(value));
}

/** The float nearest to an int; refuses one that has none. */
export function toFloat(value: Integer): number {
  const float = Number(value);
  if (Number.isFinite(float)) return float;
  throw new Fault("int too large to convert to float", { code: "invalid-value" });
}
