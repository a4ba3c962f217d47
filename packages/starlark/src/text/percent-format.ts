/** `template % values` */

import type { Budget } from "../budget/budget.js";
import { clip } from "../errors/clip.js";
import { Fault } from "../errors/fault.js";
import { exponentText, fixedText, floatText, notFinite } from "../floats/float-text.js";
import { type Integer, normalize, toFloat } from "../integers/integer.js";
import { mismatch } from "../operations/mismatch.js";
import { asNumber } from "../operations/number-argument.js";
import { describe, textOf } from "../operations/value-text.js";
import { StarlarkBytes } from "../values/bytes.js";
import { StarlarkDict } from "../values/dict.js";
import { StarlarkFloat } from "../values/float.js";
import { StarlarkTuple } from "../values/tuple.js";
import { typeName } from "../values/type-name.js";
import type { Value } from "../values/value.js";

/** Fills the conversions of a template: from a tuple in order, from a dict by name, or from one value. */
export function percentFormat(template: string, operand: Value, budget: Budget): string {
  budget.spendScan(template.length);
  const values = operand instanceof StarlarkTuple ? operand.items : [operand];
  let text = "";
  let used = 0;
  let byName = false;
  let from = 0;
  for (let at = template.indexOf("%"); at >= 0; at = template.indexOf("%", from)) {
    text = joined(text, template.slice(from, at), budget);
    const name = nameBehind(template, at);
    const letterAt = at + 1 + (name === undefined ? 0 : name.length + 2);
    const letter = template[letterAt];
    if (letter === undefined) throw invalid("the template ends in an incomplete conversion");
    let piece = "%";
    if (name !== undefined) {
      byName = true;
      piece = convert(letter, lookUp(operand, name, budget), budget);
    } else if (letter !== "%") {
      piece = convert(letter, valueAt(values, used), budget);
      used++;
    }
    text = joined(text, piece, budget);
    from = letterAt + 1;
  }
  text = joined(text, template.slice(from), budget);
  if (!byName && !(operand instanceof StarlarkDict)) checkAllUsed(values, used);
  return text;
}

function joined(text: string, piece: string, budget: Budget): string {
  budget.admitString(text.length + piece.length);
  budget.spendHeap(piece.length);
  return text + piece;
}

/** The name in parentheses behind a percent sign, if there is one. */
function nameBehind(template: string, percent: number): string | undefined {
  if (template[percent + 1] !== "(") return undefined;
  const close = template.indexOf(")", percent + 1);
  if (close < 0) throw invalid("a conversion's name is not closed: missing `)`");
  return template.slice(percent + 2, close);
}

function valueAt(values: readonly Value[], index: number): Value {
  const value = values[index];
  if (value !== undefined) return value;
  throw invalid(
    `not enough arguments for format string: it has more conversions than the ${values.length} values`,
  );
}

function checkAllUsed(values: readonly Value[], used: number): void {
  const left = values.length - used;
  if (left <= 0) return;
  throw invalid(
    `too many arguments for format string: ${left} of ${values.length} values have no conversion`,
  );
}

function lookUp(operand: Value, name: string, budget: Budget): Value {
  if (!(operand instanceof StarlarkDict)) {
    throw mismatch(operand, "a dict", `what \`%(${clip(name)})\` reads from`);
  }
  const value = operand.get(name, budget);
  if (value !== undefined) return value;
  throw new Fault(`key ${describe(name)} not in dict`, { code: "missing-key" });
}

function convert(letter: string, value: Value, budget: Budget): string {
  switch (letter) {
    case "s":
      return textOf(value, "%", budget);
    case "r":
      return typeof value === "string" || value instanceof StarlarkBytes
        ? textOf(value, "repr", budget)
        : textOf(value, "%", budget);
    case "d":
    case "i":
      return String(integerFor(value, letter));
    case "o":
      return radixText(integerFor(value, letter), 8);
    case "x":
      return radixText(integerFor(value, letter), 16);
    case "X":
      return radixText(integerFor(value, letter), 16).toUpperCase();
    case "c":
      return characterFor(value);
    default:
      return floatConversion(letter, value);
  }
}

function floatConversion(letter: string, value: Value): string {
  switch (letter) {
    case "e":
      return exponentText(floatFor(value, letter));
    case "E":
      return exponentText(floatFor(value, letter)).toUpperCase();
    case "f":
    case "F":
      return fixedText(floatFor(value, letter));
    case "g":
      return floatText(floatFor(value, letter));
    case "G":
      return floatText(floatFor(value, letter)).toUpperCase();
    default:
      throw invalid(
        `unknown conversion \`%${letter}\`; the language has s r d i o x X c e E f F g G %`,
      );
  }
}

function radixText(value: Integer, radix: number): string {
  return value.toString(radix);
}

/** An int, or a float cut to one. */
function integerFor(value: Value, letter: string): Integer {
  const number = asNumber(value, "text");
  if (number === undefined) {
    throw mismatch(value, "a number", `\`%${letter}\` cannot convert ${typeName(value)} to int`);
  }
  if (!(number instanceof StarlarkFloat)) return number;
  if (Number.isFinite(number.value)) return normalize(BigInt(Math.trunc(number.value)));
  throw invalid(`\`%${letter}\`: ${notFinite(number.value)}`);
}

function floatFor(value: Value, letter: string): number {
  const number = asNumber(value, "text");
  if (number === undefined) {
    throw mismatch(value, "a number", `\`%${letter}\` requires float, not ${typeName(value)}`);
  }
  return number instanceof StarlarkFloat ? number.value : toFloat(number);
}

function characterFor(value: Value): string {
  if (typeof value === "string" && [...value.slice(0, 3)].length === 1) return value;
  const scalar =
    typeof value === "number" &&
    value >= 0 &&
    value <= 0x10ffff &&
    !(value >= 0xd800 && value <= 0xdfff);
  if (scalar) return String.fromCodePoint(value);
  if (typeof value === "string") {
    throw invalid(`\`%c\` requires a single-character string, got ${describe(value)}`);
  }
  if (typeof value === "number" || typeof value === "bigint") {
    throw invalid(`\`%c\` requires a valid Unicode code point, got ${describe(value)}`);
  }
  const wanted = "requires int or single-character string";
  throw invalid(`\`%c\` ${wanted}, got ${typeName(value)}`);
}

function invalid(message: string): Fault {
  return new Fault(message, { code: "invalid-format" });
}
