import {
  type Budget,
  type HostOperator,
  type OperandSide,
  StarlarkList,
  StarlarkTuple,
  type Value,
} from "@crucible/starlark";
import { ExternalBoolean } from "./external-boolean.js";
import { ExternalList } from "./external-list.js";
import { ExternalValue, refuseExternal } from "./external-value.js";
import { joinSides } from "./prompt-text.js";

/** A supplied text, or one item of a supplied list: compared whole, looked for in a list, joined to a prompt. */
export class ExternalText extends ExternalValue {
  readonly value: string;

  constructor(value: string, budget: Budget) {
    super(budget);
    this.value = value;
  }

  override rendering(): string {
    return this.value;
  }

  override truth(): never {
    return refuseExternal('is a text and neither true nor false; compare it with == ""');
  }

  override equals(other: Value): boolean {
    return plainText(other) === this.value;
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    switch (operator) {
      case "+":
        return joinSides(this, other, side, this.budget);
      case "==":
        return this.#compared(this.equals(other));
      case "!=":
        return this.#compared(!this.equals(other));
      case "in":
        return this.#compared(this.#isIn(other, side));
      case "not in":
        return this.#compared(!this.#isIn(other, side));
      default:
        return refuseExternal(`takes no operator ${operator}; join it to a prompt with +`);
    }
  }

  #compared(result: boolean): ExternalBoolean {
    return new ExternalBoolean(result, this.budget);
  }

  /** Membership in a list compares whole items; in a text or a dict it would look at parts. */
  #isIn(container: Value, side: OperandSide): boolean {
    if (side === "right") return refuseExternal("cannot be searched");
    const items = itemsOf(container);
    if (items === undefined) return refuseExternal("can be looked for in a list only");
    this.budget.spendTicks(items.length);
    return items.some((item) => this.equals(item));
  }
}

function itemsOf(container: Value): readonly Value[] | undefined {
  if (container instanceof StarlarkList || container instanceof StarlarkTuple) {
    return container.items;
  }
  return container instanceof ExternalList ? container.items : undefined;
}

function plainText(value: Value): string | undefined {
  if (typeof value === "string") return value;
  return value instanceof ExternalText ? value.value : undefined;
}
