/**
 * How dict keys and set elements become keys of a JavaScript Map.
 *
 * V8 hashes numbers without a secret, so chosen ints would fall into one bucket and make a Map quadratic; so it does with
 * strings that look like array indexes. The smallest ints are too few to collide badly and stay numbers. Everything else
 * becomes a string, whose hash is seeded. Such a made-up string begins with a lone surrogate, which no string of the
 * language contains, so it never meets a real one. Equal values get equal keys: 1 and 1.0 share one.
 */
import type { Budget } from "../budget/budget.js";
import { Fault } from "../errors/fault.js";
import { latin1 } from "../text/latin1.js";
import { StarlarkBytes } from "./bytes.js";
import { Callable } from "./callable.js";
import { StarlarkFloat } from "./float.js";
import { HostValue } from "./host-value.js";
import { Mutable } from "./mutable.js";
import { StarlarkTuple } from "./tuple.js";
import { typeName } from "./type-name.js";
import type { Value } from "./value.js";

export type DictKey = string | number | boolean | null | object;

const MADE_UP = "\ud800";
const MADE_UP_CODE = 0xd800;
const NUMBER_CODE = 0x6e;
const NUMERAL_CODE = 0x73;
const ZERO = 0x30;
const NINE = 0x39;
/** These are so few that chosen ones share a bucket only in small tables, a handful in each. */
const SMALL_INT_END = 2 ** 8;
/** Longer numerals are no index to any engine. */
const INDEX_DIGITS_MAX = 16;
const SCAN_FREE_LENGTH = 256;

/** The Map key of `value`; refuses values that have no stable hash. */
export function keyOf(value: Value, budget: Budget): DictKey {
  if (typeof value === "string") {
    if (value.length > SCAN_FREE_LENGTH) budget.spendScan(value.length);
    return value.length <= INDEX_DIGITS_MAX && isDigit(value.charCodeAt(0))
      ? numeralKey(value)
      : value;
  }
  if (typeof value === "number") return intKey(value);
  if (value === null || typeof value === "boolean") return value;
  return unusualKey(value, budget, 1);
}

function intKey(value: number): DictKey {
  return value < SMALL_INT_END && value > -SMALL_INT_END ? value : numberKey(value);
}

const float = new Float64Array(1);
const units = new Uint16Array(float.buffer);

/** The bits of a number as text, which is much sooner made than its digits. All NaNs are one. */
function numberKey(value: number): string {
  return Number.isNaN(value) ? `${MADE_UP}n` : bitsKey(value, NUMBER_CODE);
}

/** The key of a string that begins like an index: one of its number's bits, as long as those tell it from others. */
function numeralKey(numeral: string): string {
  let value = 0;
  for (let index = 0; index < numeral.length; index++) {
    const code = numeral.charCodeAt(index);
    if (!isDigit(code)) return numeral;
    value = value * 10 + (code - ZERO);
  }
  if (numeral.length > 1 && numeral.charCodeAt(0) === ZERO) return numeral;
  return Number.isSafeInteger(value) ? bitsKey(value, NUMERAL_CODE) : `${MADE_UP}s${numeral}`;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function bitsKey(value: number, kind: number): string {
  float[0] = value;
  return String.fromCharCode(
    MADE_UP_CODE,
    kind,
    units[0] as number,
    units[1] as number,
    units[2] as number,
    units[3] as number,
  );
}

function unusualKey(value: Value, budget: Budget, depth: number): DictKey {
  if (typeof value === "bigint") return bigKey(value);
  if (value instanceof StarlarkTuple) return tupleKey(value, budget, depth);
  if (value instanceof StarlarkBytes) return bytesKey(value.bytes, budget);
  if (value instanceof StarlarkFloat) return floatKey(value.value);
  if (value instanceof Callable) return value;
  if (value instanceof HostValue) {
    value.checkHashable();
    return value;
  }
  const kind = value instanceof Mutable ? "unhashable type" : "unhashable";
  throw new Fault(`${kind}: ${typeName(value)}`, { code: "unhashable" });
}

function bigKey(value: bigint): DictKey {
  return `${MADE_UP}i${value.toString(16)}`;
}

function bytesKey(bytes: Uint8Array, budget: Budget): DictKey {
  budget.spendScan(8 * bytes.length);
  return `${MADE_UP}b${latin1(bytes)}`;
}

function floatKey(value: number): DictKey {
  if (!Number.isInteger(value)) return numberKey(value);
  return Number.isSafeInteger(value) ? intKey(value + 0) : bigKey(BigInt(value));
}

/** The keys of the elements, each with its kind and length, so that no two tuples share a text. */
function tupleKey(tuple: StarlarkTuple, budget: Budget, depth: number): DictKey {
  budget.admitDepth(depth);
  if (tuple.mapKey !== undefined) {
    budget.spendScan(tuple.mapKey.length);
    return tuple.mapKey;
  }
  let text = `${MADE_UP}t${tuple.items.length}`;
  for (const item of tuple.items) {
    const part = elementText(item, budget, depth + 1);
    budget.spendHeap(part.length);
    text += `,${part.length}:${part}`;
  }
  budget.spendHeap(text.length);
  budget.spendScan(text.length);
  tuple.mapKey = text;
  return text;
}

function elementText(item: Value, budget: Budget, depth: number): string {
  if (typeof item === "string") {
    budget.spendScan(item.length);
    return `s${item}`;
  }
  if (typeof item === "number" || typeof item === "bigint") return integerText(item);
  if (item instanceof StarlarkFloat) return floatText(item.value);
  const key = typeof item === "object" ? structuredKey(item, budget, depth) : keyOf(item, budget);
  if (typeof key === "object" && key !== null) return `o${identityNumber(key)}`;
  return typeof key === "string" ? key : `${typeof key}${String(key)}`;
}

/** Ints of fewer digits than this are written longer, as their share of the tuple's charge says. */
const SHORT_INT_END = 2 ** 20;

function integerText(value: number | bigint): string {
  const short = value < SHORT_INT_END && value > -SHORT_INT_END;
  return short ? `number${value}` : `${MADE_UP}i${value}`;
}

function floatText(value: number): string {
  if (!Number.isInteger(value)) return `${MADE_UP}f${value}`;
  return integerText(Number.isSafeInteger(value) ? value + 0 : BigInt(value));
}

function structuredKey(item: Value, budget: Budget, depth: number): DictKey {
  return item === null ? null : unusualKey(item, budget, depth);
}

/** Numbers for objects that are equal only to themselves; they stay inside Map keys and never reach any output. */
const identityNumbers = new WeakMap<object, number>();
let identityNext = 0;

function identityNumber(value: object): number {
  const known = identityNumbers.get(value);
  if (known !== undefined) return known;
  identityNumbers.set(value, ++identityNext);
  return identityNext;
}
