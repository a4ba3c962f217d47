import { invariant } from "@crucible/core/diagnostics";
import { Callable, type NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";
import { bindArguments } from "./bind.js";
import { HostCall, type HostSignature } from "./host-call.js";
import { makeSignature } from "./signature.js";
import type { Thread } from "./thread.js";

/** A parameter of a host function. */
export interface HostParameter {
  readonly name: string;
  /** By place only, by place or name, by name only; `any` when absent. */
  readonly kind?: "positional" | "any" | "named";
  /** The value when a call leaves it out. */
  readonly default?: Value;
  /** It may be left out and has no value then; implied by `default`. */
  readonly optional?: boolean;
}

/** How a host function is called and what it does. */
export interface HostFunctionOptions {
  readonly name: string;
  /** Those that take places before those that are named only. */
  readonly parameters?: readonly HostParameter[];
  /** Whether arguments beyond the declared places are allowed; they come as `call.rest`. */
  readonly rest?: boolean;
  /** Whether names beyond the declared ones are allowed; they come as `call.namedRest`. */
  readonly namedRest?: boolean;
  readonly call: (call: HostCall) => Value;
}

/** A function that the host gives to a source. */
export class HostFunction extends Callable {
  override readonly typeName = "builtin_function_or_method";
  readonly #signature: HostSignature;
  readonly #call: (call: HostCall) => Value;
  /** The arguments of the last call that fitted: those of a loop are alike, so they are compared with it first. */
  #fittingPlaces = -1;
  #fittingNames: readonly string[] = [];

  constructor(options: HostFunctionOptions) {
    super();
    const parameters = options.parameters ?? [];
    this.#call = options.call;
    const signature = makeSignature(
      options.name,
      parameters.map(({ name, kind, default: fallback, optional }) => ({
        name,
        kind: kind ?? "any",
        required: fallback === undefined && optional !== true,
      })),
      options.rest === true,
      options.namedRest === true,
      "host",
    );
    this.#signature = { ...signature, defaults: parameters.map(({ default: value }) => value) };
  }

  override get name(): string {
    return this.#signature.functionName;
  }

  override describe(): string {
    return `<built-in function ${this.name}>`;
  }

  override call(thread: Thread, positional: Value[], named: NamedValues): Value {
    const { site } = thread;
    invariant(site !== undefined, "a host function was called outside an evaluation");
    if (positional.length !== this.#fittingPlaces || named.names !== this.#fittingNames) {
      this.#fit(positional, named);
    }
    return this.#call(new HostCall(this.#signature, positional, named, thread, site));
  }

  /** Refuses arguments that do not fit. Whether they do depends on their names and number, never on their values. */
  #fit(positional: readonly Value[], named: NamedValues): void {
    const values = new Array<Value | undefined>(this.#signature.parameters.length).fill(undefined);
    bindArguments(this.#signature, positional, named, values);
    if (!Object.isFrozen(named.names)) return;
    this.#fittingPlaces = positional.length;
    this.#fittingNames = named.names;
  }
}

/** Makes a function for `predeclared`. */
export function hostFunction(options: HostFunctionOptions): HostFunction {
  return new HostFunction(options);
}
