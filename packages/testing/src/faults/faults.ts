/**
 * Faults on purpose. In-memory ports call {@link Faults.reach} on entering and on leaving every operation, by name; a test
 * says at which call something goes wrong. Calls are counted a name, from 1.
 */

/** The process is gone: nothing that waits for it comes back. */
const forever: Promise<never> = new Promise(() => undefined);

export type Fault =
  /** The operation fails with this error. */
  | { readonly kind: "fail"; readonly error: Error }
  /** The process dies here: this and every later operation never settle. */
  | { readonly kind: "crash" };

/** What is known of one operation. */
interface Operation {
  calls: number;
  readonly planned: Map<number, Fault>;
}

/** What an operation without a result gives. */
const DONE: Promise<void> = Promise.resolve();

export class Faults {
  readonly #operations = new Map<string, Operation>();
  readonly #crashes: (() => void)[] = [];
  #crashed = false;

  /** Plans a fault at the nth call of an operation, such as `store.append` or, after it took effect, `store.append done`. */
  plan(operation: string, call: number, fault: Fault): this {
    this.#operation(operation).planned.set(call, fault);
    return this;
  }

  /** How often an operation was reached. */
  calls(operation: string): number {
    return this.#operations.get(operation)?.calls ?? 0;
  }

  get crashed(): boolean {
    return this.#crashed;
  }

  /** Calls back when the process dies. */
  onCrash(callback: () => void): void {
    this.#crashes.push(callback);
  }

  /** The process dies now. */
  crash(): void {
    if (this.#crashed) return;
    this.#crashed = true;
    for (const callback of this.#crashes) callback();
  }

  /** Passes, fails or never returns, as planned. Passing is `undefined` rather than a promise, so that most calls need not wait. */
  reach(operation: string): Promise<void> | undefined {
    if (this.#crashed) return forever;
    const reached = this.#operation(operation);
    reached.calls++;
    if (reached.planned.size === 0) return undefined;
    const fault = reached.planned.get(reached.calls);
    if (fault === undefined) return undefined;
    if (fault.kind === "fail") return Promise.reject(fault.error);
    this.crash();
    return forever;
  }

  /** Reaches an operation and takes its step, at once where nothing goes wrong on entering; what the step throws, it rejects with. */
  at(operation: string, step: () => void): Promise<void> {
    return this.#take(operation, () => {
      step();
      return DONE;
    });
  }

  /** As {@link at}, for an operation with a result. */
  giving<T>(operation: string, step: () => T): Promise<T> {
    return this.#take(operation, () => Promise.resolve(step()));
  }

  /** As {@link at}, for an operation that can also be struck after it took effect. */
  around(operation: string, step: () => void): Promise<void> {
    const done = this.at(operation, step);
    // Where the step did not end well, nothing is left that could be struck.
    if (done !== DONE) return done.then(() => this.reach(`${operation} done`));
    return this.reach(`${operation} done`) ?? DONE;
  }

  #take<T>(operation: string, step: () => Promise<T>): Promise<T> {
    const entering = this.reach(operation);
    if (entering !== undefined) return entering.then(step);
    try {
      return step();
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #operation(name: string): Operation {
    const known = this.#operations.get(name);
    if (known !== undefined) return known;
    const operation: Operation = { calls: 0, planned: new Map() };
    this.#operations.set(name, operation);
    return operation;
  }
}
