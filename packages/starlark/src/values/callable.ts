import type { Thread } from "../calls/thread.js";
import type { Value } from "./value.js";

/** Named arguments in the order they were written: `names[i]` goes with `values[i]`. */
export interface NamedValues {
  readonly names: readonly string[];
  readonly values: readonly Value[];
}

/** The named arguments of a call that has none. */
export const NO_NAMED: NamedValues = Object.freeze({
  names: Object.freeze([]),
  values: Object.freeze([]),
});

/** Anything the language can call: its own functions, built-ins, methods bound to a value, the host's functions. */
export abstract class Callable {
  /** The name in messages and in `repr`. */
  abstract get name(): string;
  /** What `type()` says. */
  abstract readonly typeName: "function" | "builtin_function_or_method";

  /** What `repr` says. */
  abstract describe(): string;

  /** Binds the arguments and runs. `positional` belongs to the callee from now on. */
  abstract call(thread: Thread, positional: Value[], named: NamedValues): Value;
}
