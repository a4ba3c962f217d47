/** Built-ins that make one scalar from another: `bool`, `chr`, `float`, `int`, `ord`, `repr`, `str`, `type`, `hash`. */
import type { Budget } from "../budget/budget.js";
import { type Native, native } from "../calls/native.js";
import { Fault } from "../errors/fault.js";
import { type Integer, normalize, toFloat } from "../integers/integer.js";
import { parseInteger } from "../integers/parse-integer.js";
import { mismatch } from "../operations/mismatch.js";
import { asNumber, countOf, integerOf } from "../operations/number-argument.js";
import { truthOf } from "../operations/truth.js";
import { describe, textOf } from "../operations/value-text.js";
import { stripText } from "../text/strip.js";
import { StarlarkFloat } from "../values/float.js";
import { HostValue } from "../values/host-value.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

type Args = readonly (Value | undefined)[];

export const CONVERSIONS: readonly Native<null>[] = [
  native("bool(value?, /)", (_none, [value]) => value !== undefined && truthOf(value)),
  native("chr(number, /)", (_none, [number]) => characterOf(number as Value)),
  native("float(value?, /)", (_none, [value], { budget }) =>
    value === undefined ? new StarlarkFloat(0) : floatOf(value, budget),
  ),
  native("hash(text, /)", (_none, [text], { budget }) => hashOf(text as Value, budget)),
  native("int(value, base?)", (_none, args, { budget }) => intOf(args, budget)),
  native("ord(character, /)", (_none, [character]) => ordinalOf(character as Value)),
  native("repr(value, /)", (_none, [value], { budget }) => textOf(value as Value, "repr", budget)),
  native("str(value, /)", (_none, [value], { budget }) => textOf(value as Value, "str", budget)),
  native("type(value, /)", (_none, [value]) => typeName(value as Value)),
];

function characterOf(value: Value): Value {
  const integer = integerOf(value, "the number of chr()", "conversion");
  const valid = typeof integer === "number" && integer >= 0 && integer <= 0x10ffff;
  if (valid && !(integer >= 0xd800 && integer <= 0xdfff)) return String.fromCodePoint(integer);
  throw new Fault(`chr() wants the number of a character, got ${describe(integer)}`, {
    code: "invalid-value",
  });
}

function ordinalOf(value: Value): Value {
  if (typeof value !== "string") throw mismatch(value, "a string", "the character of ord()");
  const code = value.codePointAt(0);
  if (code !== undefined && value.length === (code > 0xffff ? 2 : 1)) return code;
  throw new Fault(`ord() wants one character, got ${describe(value)}`, { code: "invalid-value" });
}

/** The polynomial over UTF-16 units, in 32 bits, that the language's definition gives. */
function hashOf(value: Value, budget: Budget): Value {
  if (value instanceof HostValue) value.checkHashable();
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
  if (base !== undefined) {
    throw new Fault("int() takes a base only with a string", { code: "invalid-value" });
  }
  if (typeof value === "boolean") return Number(value);
  const number = asNumber(value as Value, "conversion");
  if (number === undefined)
    throw mismatch(value as Value, "a number or a string", "the argument of int()");
  return number instanceof StarlarkFloat ? truncate(number.value) : number;
}

function truncate(value: number): Integer {
  if (Number.isFinite(value)) return normalize(BigInt(Math.trunc(value)));
  throw new Fault("int() cannot convert a float that is not finite", { code: "invalid-value" });
}

function parsedInt(text: string, baseValue: Value | undefined, budget: Budget): Integer {
  const base = baseValue === undefined ? 10 : countOf(baseValue, "the base of int()", "index");
  if (base !== 0 && (base < 2 || base > 36)) {
    throw new Fault(`the base of int() must be 0 or from 2 to 36, got ${base}`, {
      code: "invalid-value",
    });
  }
  budget.spendScan(text.length);
  const parsed = parseInteger(text, base, budget);
  if (parsed !== undefined) return parsed;
  const inBase = base === 10 ? "" : ` in base ${base}`;
  throw new Fault(`${describe(text)} is no int${inBase}`, { code: "invalid-value" });
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
    throw new Fault(`${describe(text)} is too large for a float`, { code: "invalid-value" });
  }
  const unsigned = trimmed.replace(/^[+-]/, "").toLowerCase();
  const named = FLOAT_NAMES.get(unsigned);
  if (named !== undefined) return trimmed.startsWith("-") ? -named : named;
  throw new Fault(`${describe(text)} is no float`, { code: "invalid-value" });
}
