import type { SourceRange } from "@crucible/core/diagnostics";
import type { Budget } from "../budget/budget.js";
import { Fault, type FaultDetails } from "../errors/fault.js";
import type { Argument, Expression } from "../syntax/nodes.js";
import type { NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";
import type { Leftover } from "./bind.js";
import type { Signature } from "./signature.js";
import type { Site } from "./site.js";
import type { Thread } from "./thread.js";

/** One call of a host function, as the function sees it. */
export class HostCall {
  private readonly signature: Signature;
  private readonly values: readonly (Value | undefined)[];
  private readonly leftover: Leftover;
  private readonly thread: Thread;
  private readonly site: Site;
  private readonly named: NamedValues;

  constructor(
    signature: Signature,
    values: readonly (Value | undefined)[],
    leftover: Leftover,
    named: NamedValues,
    thread: Thread,
    site: Site,
  ) {
    this.signature = signature;
    this.values = values;
    this.leftover = leftover;
    this.thread = thread;
    this.site = site;
    this.named = named;
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
    return this.values[this.indexOf(parameter)];
  }

  /** Whether the call gave the parameter a value, `None` included. */
  given(parameter: string): boolean {
    return this.get(parameter) !== undefined;
  }

  /** Arguments beyond the declared places, when the function takes them. */
  get rest(): readonly Value[] {
    return this.leftover.rest;
  }

  /** Named arguments beyond the declared ones, when the function takes them, in written order. */
  get namedRest(): ReadonlyMap<string, Value> {
    const { names, values } = this.leftover.named;
    return new Map(names.map((name, index) => [name, values[index] as Value]));
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
    if (this.named.names.includes(parameter)) return parameter;
    const index = this.signature.parameters.findIndex(({ name }) => name === parameter);
    return index >= 0 && index < this.signature.placeCount ? index : parameter;
  }

  private indexOf(parameter: string): number {
    const index = this.signature.parameters.findIndex(({ name }) => name === parameter);
    if (index < 0) throw new TypeError(`${this.name}() declares no parameter "${parameter}"`);
    return index;
  }
}
