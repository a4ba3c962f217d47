import type { Budget } from "../budget/budget.js";
import { StarlarkList } from "../values/list.js";

/** Charged for a piece of a string beside its place in the list. */
const PIECE_BYTES = 32;

/** Parts of a string on their way into a list, each charged before it is kept. */
export class Pieces {
  readonly items: string[] = [];
  private readonly budget: Budget;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  add(piece: string): void {
    this.budget.spendTicks(1);
    this.budget.spendGrowth(this.items.length + 1, 1);
    this.budget.spendHeap(PIECE_BYTES + piece.length);
    this.items.push(piece);
  }

  toList(): StarlarkList {
    return new StarlarkList(this.items);
  }
}
