import { type Native, runNative } from "../calls/native.js";
import type { Thread } from "../calls/thread.js";
import { Callable, type NamedValues } from "./callable.js";
import { typeName } from "./type-name.js";
import type { Value } from "./value.js";

/** A method taken off its value, such as `xs.append`. */
export class BoundMethod extends Callable {
  override readonly typeName = "builtin_function_or_method";
  readonly #receiver: Value;
  readonly #native: Native<Value>;

  constructor(receiver: Value, target: Native<Value>) {
    super();
    this.#receiver = receiver;
    this.#native = target;
  }

  override get name(): string {
    return this.#native.signature.functionName;
  }

  override describe(): string {
    return `<built-in method ${this.name} of ${typeName(this.#receiver)} value>`;
  }

  /** Everything the method keeps alive. */
  references(): Value[] {
    return [this.#receiver];
  }

  override call(thread: Thread, positional: Value[], named: NamedValues): Value {
    return runNative(this.#native, this.#receiver, thread, positional, named);
  }
}
