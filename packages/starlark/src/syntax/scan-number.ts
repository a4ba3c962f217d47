/**
 * Number literals: decimal, `0x`, `0o` and `0b` integers, and floats.
 *
 * An integer's length is checked before it is converted, since conversion is the costly step.
 */
import { DOT, digitValue, isDigit, isIdentifierPart, MINUS, PLUS, ZERO } from "./characters.js";

export type ScannedNumber =
  | { readonly kind: "int"; readonly end: number; readonly value: number | bigint }
  | { readonly kind: "float"; readonly end: number; readonly value: number }
  | { readonly kind: "error"; readonly end: number; readonly message: string }
  | { readonly kind: "too long"; readonly end: number };

const RADIX_BY_LETTER: ReadonlyMap<string, number> = new Map([
  ["x", 16],
  ["X", 16],
  ["o", 8],
  ["O", 8],
  ["b", 2],
  ["B", 2],
]);

/** Where the literal at `start` ends, if it is a short decimal integer; -1 for every other literal, right or wrong. */
export function plainIntegerEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length && isDigit(text.charCodeAt(end))) end++;
  const length = end - start;
  if (length === 0 || length > SAFE_DIGITS) return -1;
  if (length > 1 && text.charCodeAt(start) === ZERO) return -1;
  if (end === text.length) return end;
  const after = text.charCodeAt(end);
  return after === DOT || isIdentifierPart(after) ? -1 : end;
}

/** The value of decimal digits, few enough for a safe integer. */
export function digitsValue(text: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index++) {
    value = value * 10 + (text.charCodeAt(index) - ZERO);
  }
  return value;
}

/** Reads the literal that starts at `start`, where a digit or a dot before a digit stands. */
export function scanNumber(text: string, start: number, integerBitsMax: number): ScannedNumber {
  const radix = text.charCodeAt(start) === ZERO ? RADIX_BY_LETTER.get(text[start + 1] ?? "") : 0;
  const scanned = radix
    ? scanRadix(text, start, radix, integerBitsMax)
    : scanDecimal(text, start, integerBitsMax);
  if (scanned.kind === "int" || scanned.kind === "float") {
    const after = text.charCodeAt(scanned.end);
    if (isIdentifierPart(after) && !wordAt(text, scanned.end)) {
      const end = skipWord(text, scanned.end);
      return {
        kind: "error",
        end,
        message: `syntax error: invalid number \`${clip(text, start, end)}\``,
      };
    }
  }
  return scanned;
}

function scanRadix(text: string, start: number, radix: number, bitsMax: number): ScannedNumber {
  let end = start + 2;
  while (digitValue(text.charCodeAt(end), radix) >= 0) end++;
  if (end === start + 2) {
    const wordEnd = skipWord(text, end);
    return {
      kind: "error",
      end: wordEnd,
      message: `invalid number \`${clip(text, start, wordEnd)}\``,
    };
  }
  const prefix = text.slice(start, start + 2).toLowerCase();
  return convert(prefix, text.slice(start + 2, end), radix, end, bitsMax);
}

function scanDecimal(text: string, start: number, bitsMax: number): ScannedNumber {
  let end = skipDigits(text, start);
  const integerEnd = end;
  if (text.charCodeAt(end) === DOT) end = skipDigits(text, end + 1);
  end = skipExponent(text, end);
  if (end > integerEnd) return float(text, start, end);
  if (text.charCodeAt(start) === ZERO && end > start + 1 && !allZeros(text, start, end)) {
    const digits = clip(text, start + 1, end);
    const hint = /^[0-7]+$/.test(digits) ? `; write an octal number as 0o${digits}` : "";
    return { kind: "error", end, message: `an int may not begin with 0${hint}` };
  }
  return convert("", text.slice(start, end), 10, end, bitsMax);
}

function float(text: string, start: number, end: number): ScannedNumber {
  const value = Number(text.slice(start, end));
  if (Number.isFinite(value)) return { kind: "float", end, value };
  return { kind: "error", end, message: "the float is too large" };
}

const SAFE_DIGITS = 15;

function convert(
  prefix: string,
  digits: string,
  radix: number,
  end: number,
  bitsMax: number,
): ScannedNumber {
  if (radix === 10 && digits.length <= SAFE_DIGITS) {
    return { kind: "int", end, value: Number(digits) };
  }
  const significant = digits.replace(/^0+(?=.)/, "");
  const bitsAtLeast = (significant.length - 1) * Math.log2(radix);
  if (bitsAtLeast > bitsMax) return { kind: "too long", end };
  const value = BigInt(prefix + significant);
  if (value >> BigInt(bitsMax) !== 0n) return { kind: "too long", end };
  const small = Number(value);
  return { kind: "int", end, value: Number.isSafeInteger(small) ? small : value };
}

/** Words that may follow a number without a space, as in `0in values`. */
const WORDS: ReadonlySet<string> = new Set(["and", "else", "for", "if", "in", "not", "or"]);

function wordAt(text: string, from: number): boolean {
  return WORDS.has(text.slice(from, Math.min(skipWord(text, from), from + 5)));
}

function skipDigits(text: string, from: number): number {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** The end of `e+12` at `from`; `from` itself when no exponent stands there. */
function skipExponent(text: string, from: number): number {
  const letter = text[from];
  if (letter !== "e" && letter !== "E") return from;
  const sign = text.charCodeAt(from + 1);
  const digits = sign === PLUS || sign === MINUS ? from + 2 : from + 1;
  return isDigit(text.charCodeAt(digits)) ? skipDigits(text, digits) : from;
}

function skipWord(text: string, from: number): number {
  let end = from;
  while (isIdentifierPart(text.charCodeAt(end))) end++;
  return end;
}

function allZeros(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    if (text.charCodeAt(index) !== ZERO) return false;
  }
  return true;
}

const CLIP_LENGTH = 40;

function clip(text: string, start: number, end: number): string {
  return text.slice(start, Math.min(end, start + CLIP_LENGTH));
}
