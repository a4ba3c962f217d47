import {
  type Budget,
  binaryOperation,
  type HostOperator,
  type NumberUse,
  type OperandSide,
  StarlarkFloat,
  type UnaryOperator,
  unaryOperation,
  type Value,
} from "@crucible/starlark";
import { ExternalBoolean } from "./external-boolean.js";
import { ExternalValue } from "./external-value.js";
import { numberText } from "./number-text.js";
import { joinSides } from "./prompt-text.js";

/** A number as the language has it. */
export type PlainNumber = number | bigint | StarlarkFloat;

/** A supplied number, or what computing with one gave: it computes and compares as any number, and becomes no text. */
export class ExternalNumber extends ExternalValue {
  readonly value: PlainNumber;

  constructor(value: PlainNumber, budget: Budget) {
    super(budget);
    this.value = value;
  }

  override rendering(): string {
    return numberText(this.value);
  }

  override truth(): boolean {
    return this.value instanceof StarlarkFloat ? this.value.value !== 0 : this.value !== 0;
  }

  override equals(other: Value): boolean {
    const number = plainNumber(other);
    return number !== undefined && this.#compute("==", number, "left") === true;
  }

  override order(other: Value): number | undefined {
    const number = plainNumber(other);
    if (number === undefined) return undefined;
    if (this.#compute("<", number, "left") === true) return -1;
    return this.#compute(">", number, "left") === true ? 1 : 0;
  }

  /** A supplied number may bound a loop as any number may; every other built-in would make text of it sooner or later. */
  override number(use: NumberUse): PlainNumber | undefined {
    return use === "range" ? this.value : undefined;
  }

  override unary(operator: UnaryOperator): Value | undefined {
    if (operator === "not") return new ExternalBoolean(!this.truth(), this.budget);
    return this.#wrapped(unaryOperation(operator, this.value));
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    const number = plainNumber(other);
    if (number !== undefined) return this.#wrapped(this.#compute(operator, number, side));
    switch (operator) {
      case "+":
        return joinSides(this, other, side, this.budget);
      case "==":
        return new ExternalBoolean(false, this.budget);
      case "!=":
        return new ExternalBoolean(true, this.budget);
      default:
        return undefined;
    }
  }

  #compute(operator: HostOperator, other: PlainNumber, side: OperandSide): Value {
    return side === "left"
      ? binaryOperation(operator, this.value, other, this.budget)
      : binaryOperation(operator, other, this.value, this.budget);
  }

  /** What came of an external value stays external. */
  #wrapped(result: Value): Value {
    if (typeof result === "boolean") return new ExternalBoolean(result, this.budget);
    const number = plainNumber(result);
    return number === undefined ? result : new ExternalNumber(number, this.budget);
  }
}

/** The number that a value is, supplied or not; `undefined` for anything else, truth values included. */
export function plainNumber(value: Value): PlainNumber | undefined {
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof StarlarkFloat) return value;
  return value instanceof ExternalNumber ? value.value : undefined;
}
