import { Fault, NotIterable } from "../errors/fault.js";
import { Callable, type NamedValues } from "../values/callable.js";
import type { Value } from "../values/value.js";
import { bindArguments, type Leftover, NO_LEFTOVER } from "./bind.js";
import { type Signature, signatureOf } from "./signature.js";
import type { Thread } from "./thread.js";

/**
 * The work of a built-in: `args[i]` is the argument of the i-th parameter, undefined when it may be left out and was.
 * `receiver` is the value before the dot for a method and `None` for a function.
 */
export type NativeRun<Receiver> = (
  receiver: Receiver,
  args: readonly (Value | undefined)[],
  thread: Thread,
  leftover: Leftover,
) => Value;

/** A built-in function or method: what it takes and what it does. */
export interface Native<Receiver = never> {
  readonly signature: Signature;
  /** Whether arguments given by place alone, in the right number, need no binding. */
  readonly placesOnly: boolean;
  readonly run: NativeRun<Receiver>;
}

/** A built-in from its signature as text; see `signatureOf`. */
export function native<Receiver>(text: string, run: NativeRun<Receiver>): Native<Receiver> {
  const signature = signatureOf(text);
  return { signature, placesOnly: !signature.takesRest && !signature.namedRequired, run };
}

/** Calls a built-in on its receiver. */
export function runNative<Receiver>(
  target: Native<Receiver>,
  receiver: Receiver,
  thread: Thread,
  positional: Value[],
  named: NamedValues,
): Value {
  const { signature } = target;
  const given = positional.length;
  if (
    target.placesOnly &&
    named.names.length === 0 &&
    given >= signature.placeRequired &&
    given <= signature.placeCount
  ) {
    return runBound(target, receiver, positional, thread, NO_LEFTOVER);
  }
  const args = new Array<Value | undefined>(signature.parameters.length).fill(undefined);
  const leftover = bindArguments(signature, positional, named, args);
  return runBound(target, receiver, args, thread, leftover);
}

function runBound<Receiver>(
  target: Native<Receiver>,
  receiver: Receiver,
  args: readonly (Value | undefined)[],
  thread: Thread,
  leftover: Leftover,
): Value {
  try {
    return target.run(receiver, args, thread, leftover);
  } catch (error) {
    throw error instanceof Fault ? inBuiltin(error, target.signature.functionName) : error;
  }
}

/** What operations refuse without knowing for whom: such an error names the built-in that asked. */
const NAMELESS_CODES: ReadonlySet<string> = new Set([
  "changed-while-iterating",
  "frozen-value",
  "missing-item",
  "missing-key",
  "no-order",
  "unhashable",
]);

function inBuiltin(fault: Fault, name: string): Fault {
  if (fault instanceof NotIterable) {
    const message = `error in ${name}: argument is not iterable: got ${fault.typeName}, want iterable${fault.hint}`;
    return new Fault(message, { code: "not-iterable" });
  }
  if (!NAMELESS_CODES.has(fault.code)) return fault;
  return new Fault(`error in ${name}: ${fault.message}`, { code: fault.code });
}

/** A function of the language itself, such as `len`. */
export class BuiltinFunction extends Callable {
  override readonly typeName = "builtin_function_or_method";
  readonly #native: Native<null>;

  constructor(target: Native<null>) {
    super();
    this.#native = target;
  }

  override get name(): string {
    return this.#native.signature.functionName;
  }

  override describe(): string {
    return `<built-in function ${this.name}>`;
  }

  override call(thread: Thread, positional: Value[], named: NamedValues): Value {
    return runNative(this.#native, null, thread, positional, named);
  }
}
