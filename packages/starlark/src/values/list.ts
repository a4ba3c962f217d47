import { Mutable } from "./mutable.js";
import type { Value } from "./value.js";

/** A mutable sequence. */
export class StarlarkList extends Mutable {
  /** Whoever changes it asks `checkMutable` first. */
  readonly items: Value[];

  constructor(items: Value[] = []) {
    super();
    this.items = items;
  }

  override get typeName(): "list" {
    return "list";
  }
}
