/**
 * What a name can mean, and the blocks that decide it.
 *
 * A function (the file's top level is one) owns a frame: an array of slots. Parameters come first, then every other
 * local variable, those of comprehensions included, then a place for each variable of an outer function that it uses.
 * A variable that an inner function uses lives in a cell, so that both see the same content.
 */
import type { Identifier } from "../syntax/nodes.js";

/** A variable of a function or of a comprehension in it. */
export interface LocalVariable {
  readonly kind: "local";
  readonly name: string;
  readonly slot: number;
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
  readonly name: string;
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
  /** Innermost last: the function's own names, then those of the comprehensions being read. */
  readonly blocks: Map<string, LocalVariable>[] = [new Map()];
  readonly captures: Capture[] = [];
  /** How many slots the frame has. */
  slotCount = 0;
  /** The slots whose variables some inner function uses; settled when the whole file is resolved. */
  readonly cellSlots: number[] = [];
  /** Made for the first of them: most functions use no variable of another. */
  private free: Map<LocalVariable | FreeVariable, FreeVariable> | undefined = undefined;

  constructor(outer: FunctionScope | undefined) {
    this.outer = outer;
  }

  /** Makes a variable of the innermost block, or gives the one it has. */
  declare(name: string, parameter: boolean): LocalVariable {
    const block = this.blocks[this.blocks.length - 1] as Map<string, LocalVariable>;
    const known = block.get(name);
    if (known !== undefined) return known;
    const slot = this.slotCount++;
    const variable: LocalVariable = { kind: "local", name, slot, captured: false, parameter };
    block.set(name, variable);
    return variable;
  }

  /** The variable that the name means in this function alone. */
  find(name: string): LocalVariable | undefined {
    for (let index = this.blocks.length - 1; index >= 0; index--) {
      const variable = this.blocks[index]?.get(name);
      if (variable !== undefined) return variable;
    }
    return undefined;
  }

  /** What the name means here when a function around this one has it. */
  capture(name: string): FreeVariable | undefined {
    const { outer } = this;
    if (outer === undefined) return undefined;
    const variable = outer.find(name);
    if (variable !== undefined) {
      if (!variable.captured) outer.cellSlots.push(variable.slot);
      variable.captured = true;
      return this.keep(variable);
    }
    const further = outer.capture(name);
    return further === undefined ? undefined : this.keep(further);
  }

  /** The place where this frame keeps the outer variable's cell. */
  private keep(variable: LocalVariable | FreeVariable): FreeVariable {
    this.free ??= new Map();
    const known = this.free.get(variable);
    if (known !== undefined) return known;
    const slot = this.slotCount++;
    this.captures.push({ from: variable.slot, to: slot });
    const made: FreeVariable = { kind: "free", name: variable.name, slot };
    this.free.set(variable, made);
    return made;
  }
}
