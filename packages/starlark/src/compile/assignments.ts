/**
 * Which variables surely have a value at the place being compiled.
 *
 * Code is compiled in the order in which it runs, so a variable is sure behind an assignment in the same block or in a
 * block around. What a block assigned is forgotten behind it: the block may not run.
 */
export class Assignments {
  private readonly slots: Set<number> = new Set();
  /** The slots in the order in which they became sure. */
  private readonly order: number[] = [];

  /** Whether the variable in the slot has a value here. */
  sure(slot: number): boolean {
    return this.slots.has(slot);
  }

  /** Takes note that the variable in the slot is assigned. */
  add(slot: number): void {
    if (this.slots.has(slot)) return;
    this.slots.add(slot);
    this.order.push(slot);
  }

  /** Compiles a block and forgets what it assigned. */
  scope<Result>(compile: () => Result): Result {
    const before = this.order.length;
    const compiled = compile();
    while (this.order.length > before) this.slots.delete(this.order.pop() as number);
    return compiled;
  }
}
