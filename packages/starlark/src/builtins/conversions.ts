/** Built-ins that make one scalar from another: `bool`, `chr`, `float`, `int`, `ord`, `repr`, `str`, `type`, `hash`. */
import type { Budget } from "../budget/budget.js";
import { type Native, native } from "../calls/native.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { notFinite } from "../floats/float-text.js";
import { type Integer, normalize, toFloat } from "../integers/integer.js";
import { parseInteger } from "../integers/parse-integer.js";
import { isIterable, toArray } from "../operations/iterate.js";
import { mismatch } from "../operations/mismatch.js";
import { asNumber, countOf, integerOf } from "../operations/number-argument.js";
import { truthOf } from "../operations/truth.js";
import { describe, textOf } from "../operations/value-text.js";
import { countCodePoints } from "../text/code-points.js";
import { quote } from "../text/quote.js";
import { stripText } from "../text/strip.js";
import { encodeUtf8 } from "../text/utf8.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

type Args = readonly (Value | undefined)[];

export const CONVERSIONS: readonly Native<null>[] = [
  native("bool(value?, /)", (_none, [value]) => value !== undefined && truthOf(value)),
  native("bytes(value, /)", (_none, [value], { budget }) => bytesOf(value as Value, budget)),
  native("chr(number, /)", (_none, [number]) => characterOf(number as Value)),
  native("float(value?, /)", (_none, [value], { budget }) =>
    value === undefined ? new StarlarkFloat(0) : floatOf(value, budget),
  ),
  native("hash(text, /)", (_none, [text], { budget }) => hashOf(text as Value, budget)),
  native("int(value?, base?)", (_none, args, { budget }) => intOf(args, budget)),
  native("ord(character, /)", (_none, [character], { budget }) =>
    ordinalOf(character as Value, budget),
  ),
  native("repr(value, /)", (_none, [value], { budget }) => textOf(value as Value, "repr", budget)),
  native("str(value, /)", (_none, [value], { budget }) => textOf(value as Value, "str", budget)),
  native("type(value, /)", (_none, [value]) => typeName(value as Value)),
];

function characterOf(value: Value): Value {
  const integer = integerOf(value, "the number of chr()", "conversion");
  const valid = typeof integer === "number" && integer >= 0 && integer <= 0x10ffff;
  if (valid && !(integer >= 0xd800 && integer <= 0xdfff)) return String.fromCodePoint(integer);
  throw new Fault(outside(integer), { code: "invalid-value" });
}

function outside(integer: Integer): string {
  if (integer < 0) return `Unicode code point ${describe(integer)} out of range (<0)`;
  const shown = `U+${integer.toString(16).toUpperCase()}`;
  if (integer > 0x10ffff) return `Unicode code point ${clip(shown)} out of range (>0x10FFFF)`;
  return `Unicode code point ${shown} out of range (half of a surrogate pair)`;
}

function ordinalOf(value: Value, budget: Budget): Value {
  if (value instanceof StarlarkBytes) return byteOf(value.bytes);
  if (typeof value !== "string") throw mismatch(value, "a string", "the character of ord()");
  const code = value.codePointAt(0);
  if (code !== undefined && value.length === (code > 0xffff ? 2 : 1)) return code;
  budget.spendScan(value.length);
  const count = countCodePoints(value, 0, value.length);
  throw new Fault(`string encodes ${count} Unicode code points, want 1`, {
    code: "invalid-value",
  });
}

function byteOf(bytes: Uint8Array): Value {
  const [byte] = bytes;
  if (byte !== undefined && bytes.length === 1) return byte;
  throw new Fault(`ord: bytes has length ${bytes.length}, want 1`, { code: "invalid-value" });
}

function bytesOf(value: Value, budget: Budget): Value {
  if (value instanceof StarlarkBytes) return value;
  if (typeof value === "string") {
    budget.spendString(value.length * 3);
    return new StarlarkBytes(encodeUtf8(value));
  }
  const own = value instanceof HostValue ? value.mismatch("bytes") : undefined;
  if (own !== undefined || !(isIterable(value) || value instanceof HostValue)) {
    const message = `bytes(): got ${typeName(value)}, want string, bytes, or iterable of ints`;
    throw new Fault(own ?? message, { code: "wrong-type" });
  }
  const items = toArray(value, budget);
  return new StarlarkBytes(Uint8Array.from(items, byteAt));
}

function byteAt(item: Value, index: number): number {
  if (typeof item === "number" && item >= 0 && item <= 255) return item;
  if (typeof item === "number" || typeof item === "bigint") {
    const wanted = "(want value in unsigned 8-bit range)";
    const message = `at index ${index}, ${describe(item)} out of range ${wanted}`;
    throw new Fault(message, { code: "invalid-value" });
  }
  throw new Fault(`at index ${index}, got ${typeName(item)}, want int`, { code: "wrong-type" });
}

/** The 32-bit FNV-1a hash. */
function hashBytes(bytes: Uint8Array, budget: Budget): number {
  budget.spendScan(bytes.length * 8);
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** The polynomial over UTF-16 units, in 32 bits, that the language's definition gives. */
function hashOf(value: Value, budget: Budget): Value {
  if (value instanceof HostValue) value.checkHashable();
  if (value instanceof StarlarkBytes) return hashBytes(value.bytes, budget);
  if (typeof value !== "string") throw mismatch(value, "a string", "the argument of hash()");
  budget.spendScan(value.length * 8);
  let hash = 0;
  for (let index = 0; index < value.length; index++) {
    hash = (Math.imul(31, hash) + value.charCodeAt(index)) | 0;
  }
  return hash;
}

function intOf([value, base]: Args, budget: Budget): Value {
  if (typeof value === "string") return parsedInt(value, base, budget);
  if (value === undefined) {
    throw new Fault("int(): missing argument for value", { code: "missing-argument" });
  }
  if (base !== undefined) {
    throw new Fault("can't convert non-string with explicit base", { code: "invalid-value" });
  }
  if (typeof value === "boolean") return Number(value);
  const number = asNumber(value as Value, "conversion");
  if (number === undefined)
    throw mismatch(value as Value, "a number or a string", "the argument of int()");
  return number instanceof StarlarkFloat ? truncate(number.value) : number;
}

function truncate(value: number): Integer {
  if (Number.isFinite(value)) return normalize(BigInt(Math.trunc(value)));
  throw new Fault(notFinite(value), { code: "invalid-value" });
}

function parsedInt(text: string, baseValue: Value | undefined, budget: Budget): Integer {
  const base = baseValue === undefined ? 10 : countOf(baseValue, "the base of int()", "index");
  if (base !== 0 && (base < 2 || base > 36)) {
    throw new Fault(`invalid base ${base}: the base must be 0, or from 2 to 36`, {
      code: "invalid-value",
    });
  }
  budget.spendScan(text.length);
  const parsed = parseInteger(text, base, budget);
  if (parsed !== undefined) return parsed;
  throw new Fault(`invalid literal with base ${base}: ${shown(text)}`, { code: "invalid-value" });
}

/** Every part begins with a character of its own, so that a long text is read once. */
const FLOAT_TEXT = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

const FLOAT_NAMES: ReadonlyMap<string, number> = new Map([
  ["inf", Number.POSITIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN],
]);

function floatOf(value: Value, budget: Budget): Value {
  if (typeof value === "string") {
    budget.spendScan(value.length);
    return new StarlarkFloat(parsedFloat(value));
  }
  if (typeof value === "boolean") return new StarlarkFloat(Number(value));
  const number = asNumber(value, "conversion");
  if (number === undefined)
    throw mismatch(value, "a number or a string", "the argument of float()");
  return number instanceof StarlarkFloat ? number : new StarlarkFloat(toFloat(number));
}

function parsedFloat(text: string): number {
  const trimmed = stripText(text, undefined, "both");
  if (FLOAT_TEXT.test(trimmed)) {
    const number = Number(trimmed);
    if (Number.isFinite(number)) return number;
    throw new Fault(`floating-point number too large: ${shown(text)}`, { code: "invalid-value" });
  }
  const unsigned = trimmed.replace(/^[+-]/, "").toLowerCase();
  const named = FLOAT_NAMES.get(unsigned);
  if (named !== undefined) return trimmed.startsWith("-") ? -named : named;
  throw new Fault(`invalid float literal: ${shown(text)}`, { code: "invalid-value" });
}

/** A text that is no number, as a message shows it. */
function shown(text: string): string {
  return quote(clip(text)).slice(1, -1);
}
