import type { Budget } from "../budget/budget.js";
import { keyOf } from "./key.js";
import { Mutable } from "./mutable.js";
import { OrderedTable } from "./ordered-table.js";
import type { Value } from "./value.js";

/** One pair of a dict; `value` changes in place, so the pair keeps its position. */
export interface DictItem {
  readonly key: Value;
  value: Value;
}

/** A mutable mapping that keeps the order of insertion. */
export class StarlarkDict extends Mutable {
  /** Whoever changes it asks `checkMutable` first. */
  readonly table: OrderedTable<DictItem> = new OrderedTable();

  override get typeName(): "dict" {
    return "dict";
  }

  get size(): number {
    return this.table.size;
  }

  get(key: Value, budget: Budget): Value | undefined {
    return this.table.find(keyOf(key, budget))?.value;
  }

  has(key: Value, budget: Budget): boolean {
    return this.table.has(keyOf(key, budget));
  }

  /** Adds or replaces a pair, charging for a new one. The caller has asked `checkMutable`. */
  put(key: Value, value: Value, budget: Budget): void {
    const { table } = this;
    const mapKey = keyOf(key, budget);
    const item = table.find(mapKey);
    if (item !== undefined) {
      item.value = value;
      return;
    }
    budget.spendGrowth(table.size + 1, DICT_ITEM_ELEMENTS);
    table.add(mapKey, { key, value });
  }

  /** Removes a pair and gives its value, or `undefined` when there is none. The caller has asked `checkMutable`. */
  remove(key: Value, budget: Budget): Value | undefined {
    return this.table.remove(keyOf(key, budget))?.value;
  }

  /** All pairs in order of insertion. */
  pairs(): readonly DictItem[] {
    return this.table.all();
  }
}

/** References that one more pair costs: the pair, its two values, and its places in the table. */
const DICT_ITEM_ELEMENTS = 10;
