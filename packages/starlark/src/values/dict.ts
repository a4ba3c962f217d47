import type { Budget } from "../budget/budget.js";
import { type DictKey, keyOf } from "./key.js";
import { Mutable } from "./mutable.js";
import type { Value } from "./value.js";

/** One pair of a dict; `value` changes in place, so the pair keeps its position. */
export interface DictItem {
  readonly key: Value;
  value: Value;
}

/** A mutable mapping that keeps the order of insertion. */
export class StarlarkDict extends Mutable {
  override readonly typeName = "dict";
  /** Pairs by Map key; whoever changes it asks `checkMutable` first. */
  readonly items: Map<DictKey, DictItem> = new Map();

  get size(): number {
    return this.items.size;
  }

  get(key: Value, budget: Budget): Value | undefined {
    return this.items.get(keyOf(key, budget))?.value;
  }

  has(key: Value, budget: Budget): boolean {
    return this.items.has(keyOf(key, budget));
  }

  /** Adds or replaces a pair, charging for a new one. The caller has asked `checkMutable`. */
  put(key: Value, value: Value, budget: Budget): void {
    const { items } = this;
    const mapKey = keyOf(key, budget);
    const item = items.get(mapKey);
    if (item !== undefined) {
      item.value = value;
      return;
    }
    budget.spendGrowth(items.size + 1, DICT_ITEM_ELEMENTS);
    items.set(mapKey, { key, value });
  }

  /** Removes a pair and gives its value, or `undefined` when there is none. The caller has asked `checkMutable`. */
  remove(key: Value, budget: Budget): Value | undefined {
    const mapKey = keyOf(key, budget);
    const item = this.items.get(mapKey);
    if (item === undefined) return undefined;
    this.items.delete(mapKey);
    return item.value;
  }

  /** The pairs in order of insertion. */
  pairs(): IterableIterator<DictItem> {
    return this.items.values();
  }
}

/** References that one more pair costs: the pair, its two values, and its place in the table. */
const DICT_ITEM_ELEMENTS = 8;
