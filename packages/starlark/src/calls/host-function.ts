import { invariant } from "@crucible/core/diagnostics";
import { Callable, type NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";
import { bindArguments } from "./bind.js";
import { HostCall } from "./host-call.js";
import { makeSignature, type Signature } from "./signature.js";
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
  readonly #name: string;
  readonly #signature: Signature;
  readonly #defaults: readonly (Value | undefined)[];
  readonly #call: (call: HostCall) => Value;

  constructor(options: HostFunctionOptions) {
    super();
    const parameters = options.parameters ?? [];
    this.#name = options.name;
    this.#call = options.call;
    this.#defaults = parameters.map((parameter) => parameter.default);
    this.#signature = makeSignature(
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
  }

  override get name(): string {
    return this.#name;
  }

  override describe(): string {
    return `<built-in function ${this.name}>`;
  }

  override call(thread: Thread, positional: Value[], named: NamedValues): Value {
    const { site } = thread;
    invariant(site !== undefined, "a host function was called outside an evaluation");
    const values = new Array<Value | undefined>(this.#defaults.length).fill(undefined);
    const leftover = bindArguments(this.#signature, positional, named, values);
    for (let index = 0; index < values.length; index++) {
      if (values[index] === undefined) values[index] = this.#defaults[index];
    }
    return this.#call(new HostCall(this.#signature, values, leftover, named, thread, site));
  }
}

/** Makes a function for `predeclared`. */
export function hostFunction(options: HostFunctionOptions): HostFunction {
  return new HostFunction(options);
}
