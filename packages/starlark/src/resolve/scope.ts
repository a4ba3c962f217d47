/**
 * What a name can mean, and the blocks that decide it.
 *
 * A function (the file's top level is one) owns a frame: an array of slots. Parameters come first, then every other
 * local variable, those of comprehensions included, then a place for each variable of an outer function that it uses.
 * A variable that an inner function uses lives in a cell, so that both see the same content.
 */
import { invariant } from "@crucible/core/diagnostics";
import type { Identifier } from "../syntax/nodes.js";

/** A variable of a function or of a comprehension in it. */
export interface LocalVariable {
  readonly kind: "local";
  readonly slot: number;
  /** The function whose frame has the slot. */
  readonly scope: FunctionScope;
  /** Whether an inner function uses it, so that its slot holds a cell. Settled when the whole file is resolved. */
  captured: boolean;
  /** Whether it is a parameter, which always has a value. */
  readonly parameter: boolean;
}

/** A variable of the file: bound at top level, or loaded. */
export interface GlobalVariable {
  readonly kind: "global";
  readonly name: string;
  readonly index: number;
  /** Loaded names are not exported. */
  readonly loaded: boolean;
  /** Where it is bound first. */
  readonly declaration: Identifier;
}

/** A variable of an outer function, seen from an inner one: `slot` is where the inner frame keeps its cell. */
export interface FreeVariable {
  readonly kind: "free";
  readonly slot: number;
}

/** A name that the host or the language gives. */
interface PredeclaredName {
  readonly kind: "predeclared";
  readonly name: string;
}

export type Meaning = LocalVariable | GlobalVariable | FreeVariable | PredeclaredName;

/** One cell that a function takes over when it is made: from the outer frame's slot to its own. */
export interface Capture {
  readonly from: number;
  readonly to: number;
}

/** The facts about one function that the compiler needs. */
export class FunctionScope {
  readonly outer: FunctionScope | undefined;
  readonly captures: Capture[] = [];
  /** How many slots the frame has. */
  slotCount = 0;
  /** The slots whose variables some inner function uses; settled when the whole file is resolved. */
  readonly cellSlots: number[] = [];
  /** Made for the first of them: most functions use no variable of another. */
  private free: Map<LocalVariable, FreeVariable> | undefined = undefined;

  constructor(outer: FunctionScope | undefined) {
    this.outer = outer;
  }

  /** The place where this frame keeps the cell of a variable that a function around this one has. */
  capture(variable: LocalVariable): FreeVariable {
    this.free ??= new Map();
    const known = this.free.get(variable);
    if (known !== undefined) return known;
    const from = this.outer === variable.scope ? cellSlotOf(variable) : this.further(variable);
    const slot = this.slotCount++;
    this.captures.push({ from, to: slot });
    const made: FreeVariable = { kind: "free", slot };
    this.free.set(variable, made);
    return made;
  }

  private further(variable: LocalVariable): number {
    invariant(this.outer !== undefined, "a variable is captured where its function is not around");
    return this.outer.capture(variable).slot;
  }
}

/** The slot of a variable that lives in a cell from now on. */
function cellSlotOf(variable: LocalVariable): number {
  if (!variable.captured) variable.scope.cellSlots.push(variable.slot);
  variable.captured = true;
  return variable.slot;
}
