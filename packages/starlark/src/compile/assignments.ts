/**
 * Which variables surely have a value at the place being compiled.
 *
 * Code is compiled in the order in which it runs, so a variable is sure behind an assignment in the same block or in a
 * block around. What a block assigned is forgotten behind it: the block may not run. Only the first variables of a
 * function are kept account of, in the bits of one number: the others are asked for their value whenever they are read.
 */
export class Assignments {
  private sureSlots = 0;

  /** Whether the variable in the slot has a value here. */
  sure(slot: number): boolean {
    return slot < SLOTS && (this.sureSlots & (1 << slot)) !== 0;
  }

  /** Takes note that the variable in the slot is assigned. */
  add(slot: number): void {
    if (slot < SLOTS) this.sureSlots |= 1 << slot;
  }

  /** Begins a block that may not run; `leave` is given the result. */
  enter(): number {
    return this.sureSlots;
  }

  /** Forgets what was assigned since `enter`. */
  leave(before: number): void {
    this.sureSlots = before;
  }
}

/** So many bits fit a small integer of the engine. */
const SLOTS = 30;
