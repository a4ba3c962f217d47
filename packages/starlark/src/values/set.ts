import type { Budget } from "../budget/budget.js";
import { type DictKey, keyOf } from "./key.js";
import { Mutable } from "./mutable.js";
import type { Value } from "./value.js";

/** A mutable set that keeps the order of insertion. */
export class StarlarkSet extends Mutable {
  override readonly typeName = "set";
  /** Elements by Map key; whoever changes it asks `checkMutable` first. */
  readonly items: Map<DictKey, Value> = new Map();

  get size(): number {
    return this.items.size;
  }

  has(value: Value, budget: Budget): boolean {
    return this.items.has(keyOf(value, budget));
  }

  /** Adds an element unless an equal one is there, charging for a new one. The caller has asked `checkMutable`. */
  add(value: Value, budget: Budget): void {
    const mapKey = keyOf(value, budget);
    if (this.items.has(mapKey)) return;
    budget.spendGrowth(this.items.size + 1, SET_ITEM_ELEMENTS);
    this.items.set(mapKey, value);
  }

  /** Removes an element; false when it was not there. The caller has asked `checkMutable`. */
  remove(value: Value, budget: Budget): boolean {
    return this.items.delete(keyOf(value, budget));
  }

  /** The elements in order of insertion. */
  values(): IterableIterator<Value> {
    return this.items.values();
  }
}

/** References that one more element costs: the element and its place in the table. */
const SET_ITEM_ELEMENTS = 5;
