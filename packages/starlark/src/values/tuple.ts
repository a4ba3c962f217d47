import type { Value } from "./value.js";

/** An immutable sequence. Its elements may still be mutable. */
export class StarlarkTuple {
  /** Never changed after construction; whoever makes the tuple gives the array away. */
  readonly items: readonly Value[];
  /** The tuple's key in a Map, once it was asked for. */
  mapKey: string | undefined = undefined;

  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** The tuple of no elements. */
export const EMPTY_TUPLE: StarlarkTuple = new StarlarkTuple(Object.freeze([]));
