import type { SourceRange } from "@crucible/core/diagnostics";
import type { Budget } from "../budget/budget.js";
import { Fault, type FaultDetails } from "../errors/fault.js";
import type { Argument, Expression } from "../syntax/nodes.js";
import type { NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";
import { placeOf } from "./bind.js";
import type { Signature } from "./signature.js";
import type { Site } from "./site.js";
import type { Thread } from "./thread.js";

/** What a host function takes, and what its parameters are when a call leaves them out, by their index. */
export interface HostSignature extends Signature {
  readonly defaults: readonly (Value | undefined)[];
}

const NO_VALUES: readonly Value[] = Object.freeze([]);

/**
 * One call of a host function, as the function sees it. The arguments are known to fit; each is looked up when the host
 * asks for it, so that a call that is kept keeps no more than it was given.
 */
export class HostCall {
  private readonly signature: HostSignature;
  private readonly positional: readonly Value[];
  /** The named arguments: the values go with the names. */
  private readonly names: readonly string[];
  private readonly values: readonly Value[];
  private readonly thread: Thread;
  private readonly site: Site;

  constructor(
    signature: HostSignature,
    positional: readonly Value[],
    named: NamedValues,
    thread: Thread,
    site: Site,
  ) {
    this.signature = signature;
    this.positional = positional.length === 0 ? NO_VALUES : positional;
    this.names = named.names;
    this.values = named.values;
    this.thread = thread;
    this.site = site;
  }

  /** The function's name. */
  get name(): string {
    return this.signature.functionName;
  }

  /** The whole call, or the operation that made it when a built-in calls back. */
  get range(): SourceRange {
    return this.site.range;
  }

  get budget(): Budget {
    return this.thread.budget;
  }

  /** A parameter's value; `undefined` when it may be left out and was. */
  get(parameter: string): Value | undefined {
    const { signature, positional, names, values } = this;
    const byName = placeOf(signature, parameter);
    const index = byName < 0 ? this.positionalOnly(parameter) : byName;
    if (index < signature.placeCount && index < positional.length) return positional[index];
    const place = byName < 0 ? -1 : names.indexOf(parameter);
    return place < 0 ? signature.defaults[index] : values[place];
  }

  /** The index of a parameter that no name reaches. */
  private positionalOnly(parameter: string): number {
    const index = this.signature.parameters.findIndex(({ name }) => name === parameter);
    if (index < 0) throw new TypeError(`${this.name}() declares no parameter "${parameter}"`);
    return index;
  }

  /** Whether the call gave the parameter a value, `None` included. */
  given(parameter: string): boolean {
    return this.get(parameter) !== undefined;
  }

  /** Arguments beyond the declared places, when the function takes them. */
  get rest(): readonly Value[] {
    return this.positional.slice(this.signature.placeCount);
  }

  /** Named arguments beyond the declared ones, when the function takes them, in written order. */
  get namedRest(): ReadonlyMap<string, Value> {
    const { names, values } = this;
    const rest = new Map<string, Value>();
    for (let index = 0; index < names.length; index++) {
      const name = names[index] as string;
      if (placeOf(this.signature, name) < 0) rest.set(name, values[index] as Value);
    }
    return rest;
  }

  /** Where the argument stands, `name = value` and all; the whole call when it was left out. */
  rangeOf(parameter: string): SourceRange {
    const argument = this.argument(parameter);
    return argument === undefined ? this.range : this.site.source.range(argument);
  }

  /** The expression that gave the parameter its value, unless it came out of a `*` or `**`. */
  expressionOf(parameter: string): Expression | undefined {
    const argument = this.argument(parameter);
    const spread = argument?.form === "spread" || argument?.form === "namedSpread";
    return spread ? undefined : argument?.value;
  }

  /** Where a node of the calling source stands; for parts of what `expressionOf` gave. */
  rangeOfNode(node: { readonly start: number; readonly end: number }): SourceRange {
    return this.site.source.range(node);
  }

  /** Refuses the call; points at `details.argument` when that names a parameter. */
  fail(message: string, details: FaultDetails = {}): never {
    const argument =
      typeof details.argument === "string" ? this.place(details.argument) : details.argument;
    throw this.thread.located(new Fault(message, { ...details, argument }), this.site);
  }

  /** Calls a function of the language. */
  call(callee: Value, positional: readonly Value[] = [], named?: NamedValues): Value {
    return this.thread.call(callee, [...positional], named);
  }

  private argument(parameter: string): Argument | undefined {
    return this.site.argument(this.place(parameter));
  }

  /** How the call gave the parameter: its name, or its position. */
  private place(parameter: string): string | number {
    if (this.names.includes(parameter)) return parameter;
    const index = this.signature.parameters.findIndex(({ name }) => name === parameter);
    return index >= 0 && index < this.signature.placeCount ? index : parameter;
  }
}
