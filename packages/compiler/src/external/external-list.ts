import {
  type Budget,
  type HostOperator,
  type OperandSide,
  StarlarkList,
  type Value,
} from "@crucible/starlark";
import { ExternalBoolean } from "./external-boolean.js";
import { ExternalValue, refuseExternal } from "./external-value.js";

/** A supplied list. It is indexed and iterated, and its items stay external. */
export class ExternalList extends ExternalValue {
  readonly items: readonly ExternalValue[];

  constructor(items: readonly ExternalValue[], budget: Budget) {
    super(budget);
    this.items = items;
  }

  override rendering(): undefined {
    return undefined;
  }

  override truth(): never {
    return refuseExternal("is a list and neither true nor false; compare it with == []");
  }

  override index(key: Value): Value {
    const position = typeof key === "number" ? key : Number.NaN;
    const item = this.items[position < 0 ? this.items.length + position : position];
    return item ?? refuseExternal("is a list that has no such index");
  }

  override iterate(): Iterable<Value> {
    return this.items;
  }

  override references(): Iterable<Value> {
    return this.items;
  }

  override equals(other: Value): boolean {
    const items = itemsOf(other);
    if (items === undefined || items.length !== this.items.length) return false;
    this.budget.spendTicks(items.length);
    return this.items.every((item, index) => item.equals(items[index] ?? null));
  }

  override binary(operator: HostOperator, other: Value, side: OperandSide): Value | undefined {
    switch (operator) {
      case "==":
        return this.#compared(this.equals(other));
      case "!=":
        return this.#compared(!this.equals(other));
      case "in":
        return side === "left" ? undefined : this.#compared(this.#holds(other));
      case "not in":
        return side === "left" ? undefined : this.#compared(!this.#holds(other));
      default:
        return refuseExternal(`is a list and takes no operator ${operator}; iterate it`);
    }
  }

  #holds(value: Value): boolean {
    this.budget.spendTicks(this.items.length);
    return this.items.some((item) => item.equals(value));
  }

  #compared(result: boolean): ExternalBoolean {
    return new ExternalBoolean(result, this.budget);
  }
}

/** The items of a list of either kind. */
function itemsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof ExternalList) return value.items;
  return value instanceof StarlarkList ? value.items : undefined;
}
