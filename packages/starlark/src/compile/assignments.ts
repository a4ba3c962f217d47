/**
 * Which variables surely have a value at the place being compiled.
 *
 * Code is compiled in the order in which it runs, so a variable is sure behind an assignment in the same block or in a
 * block around. What a block assigned is forgotten behind it: the block may not run.
 */
export class Assignments {
  private readonly slots: boolean[] = [];
  /** The slots in the order in which they became sure. */
  private readonly order: number[] = [];

  /** Whether the variable in the slot has a value here. */
  sure(slot: number): boolean {
    return this.slots[slot] === true;
  }

  /** Takes note that the variable in the slot is assigned. */
  add(slot: number): void {
    if (this.slots[slot] === true) return;
    this.slots[slot] = true;
    this.order.push(slot);
  }

  /** Begins a block that may not run; `leave` is given the result. */
  enter(): number {
    return this.order.length;
  }

  /** Forgets what was assigned since `enter`. */
  leave(before: number): void {
    while (this.order.length > before) this.slots[this.order.pop() as number] = false;
  }
}
