import type { Budget } from "../budget/budget.js";
import { keyOf } from "./key.js";
import { Mutable } from "./mutable.js";
import { OrderedTable } from "./ordered-table.js";
import type { Value } from "./value.js";

/** A mutable set that keeps the order of insertion. */
export class StarlarkSet extends Mutable {
  /** Whoever changes it asks `checkMutable` first. */
  readonly table: OrderedTable<Value> = new OrderedTable();

  override get typeName(): "set" {
    return "set";
  }

  get size(): number {
    return this.table.size;
  }

  has(value: Value, budget: Budget): boolean {
    return this.table.has(keyOf(value, budget));
  }

  /** Adds an element unless an equal one is there, charging for a new one. The caller has asked `checkMutable`. */
  add(value: Value, budget: Budget): void {
    const mapKey = keyOf(value, budget);
    if (this.table.has(mapKey)) return;
    budget.spendGrowth(this.table.size + 1, SET_ITEM_ELEMENTS);
    this.table.add(mapKey, value);
  }

  /** Removes an element; false when it was not there. The caller has asked `checkMutable`. */
  remove(value: Value, budget: Budget): boolean {
    return this.table.remove(keyOf(value, budget)) !== undefined;
  }

  /** All elements in order of insertion. */
  values(): readonly Value[] {
    return this.table.all();
  }
}

/** References that one more element costs: the element and its places in the table. */
const SET_ITEM_ELEMENTS = 7;
