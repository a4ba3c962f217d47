import { Fault } from "../errors/fault.js";

/** The value of `guard` on a frozen container. */
const FROZEN = -1;

/**
 * What list, dict and set share: they may be changed unless they are frozen or somebody is walking over them.
 *
 * One number says both, so that a change checks one field: -1 is frozen, 0 is free, n > 0 is n walkers.
 */
export abstract class Mutable {
  guard = 0;

  /** What the language calls the type, for messages. */
  abstract get typeName(): string;

  get frozen(): boolean {
    return this.guard === FROZEN;
  }

  /** Makes this container, not its elements, immutable for good. */
  freezeShallow(): void {
    this.guard = FROZEN;
  }

  /** Marks the start of a walk; a frozen container needs no mark. */
  lock(): void {
    if (this.guard !== FROZEN) this.guard++;
  }

  /** Marks the end of a walk. */
  unlock(): void {
    if (this.guard > 0) this.guard--;
  }

  /** Refuses a change when it is not allowed now; `action` is what the change does, such as `append to`. */
  checkMutable(action: string): void {
    if (this.guard === 0) return;
    const store = this.typeName === "list" ? "list" : "hash table";
    if (this.guard === FROZEN) {
      const why = `a ${this.typeName} of a finished module never changes`;
      throw new Fault(`cannot ${action} frozen ${store}; ${why}`, { code: "frozen-value" });
    }
    const fix = `change the ${this.typeName} after the loop, or loop over a copy`;
    throw new Fault(`cannot ${action} ${store} during iteration; ${fix}`, {
      code: "changed-while-iterating",
    });
  }
}
