import type { Budget, HostOperator, OperandSide, Value } from "@crucible/starlark";
import { ExternalValue } from "./external-value.js";
import { joinSides } from "./prompt-text.js";

/** A supplied truth value, or what comparing an external value gave. It decides, compares and becomes no text. */
export class ExternalBoolean extends ExternalValue {
  readonly value: boolean;

  constructor(value: boolean, budget: Budget) {
    super(budget);
    this.value = value;
  }

  override rendering(): string {
    return String(this.value);
  }

  override truth(): boolean {
    return this.value;
  }

  override equals(other: Value): boolean {
    return plainBoolean(other) === this.value;
  }

  override unary(operator: string): Value | undefined {
    return operator === "not" ? new ExternalBoolean(!this.value, this.budget) : undefined;
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    switch (operator) {
      case "+":
        return joinSides(this, other, side, this.budget);
      case "==":
        return new ExternalBoolean(this.equals(other), this.budget);
      case "!=":
        return new ExternalBoolean(!this.equals(other), this.budget);
      default:
        return undefined;
    }
  }
}

/** The truth value that a value is, supplied or not; `undefined` for anything else. */
export function plainBoolean(value: Value): boolean | undefined {
  if (typeof value === "boolean") return value;
  return value instanceof ExternalBoolean ? value.value : undefined;
}
