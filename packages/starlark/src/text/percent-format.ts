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
  const filler = new Filler(operand, budget);
  let from = 0;
  for (;;) {
    const percent = template.indexOf("%", from);
    filler.add(template.slice(from, percent < 0 ? template.length : percent));
    if (percent < 0) return filler.finish();
    from = filler.conversion(template, percent + 1);
  }
}

class Filler {
  private readonly operand: Value;
  private readonly budget: Budget;
  private readonly values: readonly Value[];
  private text = "";
  private used = 0;
  private named = false;

  constructor(operand: Value, budget: Budget) {
    this.operand = operand;
    this.budget = budget;
    this.values = operand instanceof StarlarkTuple ? operand.items : [operand];
  }

  add(piece: string): void {
    this.budget.admitString(this.text.length + piece.length);
    this.budget.spendHeap(piece.length);
    this.text += piece;
  }

  /** Fills the conversion behind a percent sign and gives the offset behind it. */
  conversion(template: string, start: number): number {
    let at = start;
    let name: string | undefined;
    if (template[at] === "(") {
      const close = template.indexOf(")", at);
      if (close < 0) throw invalid("a conversion's name is not closed: missing `)`");
      name = template.slice(at + 1, close);
      at = close + 1;
    }
    const letter = template[at];
    if (letter === undefined) throw invalid("the template ends in an incomplete conversion");
    if (letter === "%" && name === undefined) this.add("%");
    else this.add(this.convert(letter, name === undefined ? this.next() : this.lookUp(name)));
    return at + 1;
  }

  finish(): string {
    const left = this.values.length - this.used;
    if (left > 0 && !this.named && !(this.operand instanceof StarlarkDict)) {
      throw invalid(
        `too many arguments for format string: ${left} of ${this.values.length} values have no conversion`,
      );
    }
    return this.text;
  }

  private next(): Value {
    const value = this.values[this.used];
    if (value === undefined) {
      throw invalid(
        `not enough arguments for format string: it has more conversions than the ${this.values.length} values`,
      );
    }
    this.used++;
    return value;
  }

  private lookUp(name: string): Value {
    const { operand } = this;
    this.named = true;
    if (!(operand instanceof StarlarkDict))
      throw mismatch(operand, "a dict", `what \`%(${clip(name)})\` reads from`);
    const value = operand.get(name, this.budget);
    if (value !== undefined) return value;
    throw new Fault(`key ${describe(name)} not in dict`, { code: "missing-key" });
  }

  private convert(letter: string, value: Value): string {
    switch (letter) {
      case "s":
        return textOf(value, "%", this.budget);
      case "r":
        return typeof value === "string" || value instanceof StarlarkBytes
          ? textOf(value, "repr", this.budget)
          : textOf(value, "%", this.budget);
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
