/**
 * What each name means at the place being read.
 *
 * One table holds every name of a file; an entry knows the innermost variable of that name and, behind it, the variables
 * that it hides. A block takes its variables back at its end, so that a name is looked up once however many blocks are
 * around it.
 */
import type { Identifier } from "../syntax/nodes.js";
import type { FunctionScope, GlobalVariable, LocalVariable, Meaning } from "./scope.js";

/** A name of the file. */
interface Entry {
  readonly name: string;
  /** The innermost variable that has the name, of this function or of one around it. */
  innermost: Declaration | undefined;
  /** What the name means where there is no such variable. */
  readonly outside: Meaning | undefined;
}

/** A variable whose block is being read. The object is used again for the next variable at the same place. */
interface Declaration {
  entry: Entry;
  variable: LocalVariable;
  /** The variable of the same name in a block around. */
  hidden: Declaration | undefined;
  /** How many declarations were made before it. */
  readonly place: number;
}

export class Names {
  /** Exported and loaded names, by index. */
  readonly globals: GlobalVariable[] = [];
  private readonly predeclared: ReadonlySet<string>;
  private readonly entries: Map<string, Entry> = new Map();
  /** Those of the outer blocks first; only the first `count` are meant. */
  private readonly declarations: Declaration[] = [];
  private count = 0;
  /** Where the declarations of the innermost block begin. */
  private blockStart = 0;

  constructor(predeclared: ReadonlySet<string>) {
    this.predeclared = predeclared;
  }

  /** Makes a variable of the file, before any name is looked up. */
  declareGlobal(declaration: Identifier, loaded: boolean): void {
    const { name } = declaration;
    if (this.entries.has(name)) return;
    const index = this.globals.length;
    const variable: GlobalVariable = { kind: "global", name, index, loaded, declaration };
    this.globals.push(variable);
    this.entries.set(name, { name, innermost: undefined, outside: variable });
  }

  /** Begins a block; `leaveBlock` is given the result. */
  enterBlock(): number {
    const outer = this.blockStart;
    this.blockStart = this.count;
    return outer;
  }

  leaveBlock(outer: number): void {
    while (this.count > this.blockStart) {
      this.count--;
      const { entry, hidden } = this.declarations[this.count] as Declaration;
      entry.innermost = hidden;
    }
    this.blockStart = outer;
  }

  /** Makes a variable of the innermost block, or gives the one it has. */
  declare(name: string, scope: FunctionScope, parameter: boolean): LocalVariable {
    const entry = this.entryOf(name);
    const hidden = entry.innermost;
    if (hidden !== undefined && hidden.place >= this.blockStart) return hidden.variable;
    const slot = scope.slotCount++;
    const variable: LocalVariable = { kind: "local", slot, scope, captured: false, parameter };
    const place = this.count++;
    if (place === this.declarations.length) {
      entry.innermost = { entry, variable, hidden, place };
      this.declarations.push(entry.innermost);
    } else {
      const used = this.declarations[place] as Declaration;
      used.entry = entry;
      used.variable = variable;
      used.hidden = hidden;
      entry.innermost = used;
    }
    return variable;
  }

  /** What a name means in a function, or undefined. */
  lookUp(name: string, scope: FunctionScope): Meaning | undefined {
    const entry = this.entryOf(name);
    if (entry.innermost === undefined) return entry.outside;
    const { variable } = entry.innermost;
    return variable.scope === scope ? variable : scope.capture(variable);
  }

  /** Every name that means something in a function, those of the function itself first. */
  visible(from: FunctionScope): string[] {
    const names = new Set<string>();
    for (let scope: FunctionScope | undefined = from; scope; scope = scope.outer) {
      for (let place = 0; place < this.count; place++) {
        const { entry, variable } = this.declarations[place] as Declaration;
        if (variable.scope === scope) names.add(entry.name);
      }
    }
    for (const { name } of this.globals) names.add(name);
    for (const name of this.predeclared) names.add(name);
    return [...names];
  }

  private entryOf(name: string): Entry {
    const known = this.entries.get(name);
    if (known !== undefined) return known;
    const outside: Meaning | undefined = this.predeclared.has(name)
      ? { kind: "predeclared", name }
      : undefined;
    const entry: Entry = { name, innermost: undefined, outside };
    this.entries.set(name, entry);
    return entry;
  }
}
