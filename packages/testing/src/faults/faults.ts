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

export class Faults {
  readonly #planned = new Map<string, Map<number, Fault>>();
  readonly #calls = new Map<string, number>();
  readonly #crashes: (() => void)[] = [];
  #crashed = false;

  /** Plans a fault at the nth call of an operation, such as `store.append` or, after it took effect, `store.append done`. */
  plan(operation: string, call: number, fault: Fault): this {
    const faults = this.#planned.get(operation) ?? new Map<number, Fault>();
    this.#planned.set(operation, faults.set(call, fault));
    return this;
  }

  /** How often an operation was reached. */
  calls(operation: string): number {
    return this.#calls.get(operation) ?? 0;
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
    const call = this.calls(operation) + 1;
    this.#calls.set(operation, call);
    const fault = this.#planned.get(operation)?.get(call);
    if (fault === undefined) return undefined;
    if (fault.kind === "fail") return Promise.reject(fault.error);
    this.crash();
    return forever;
  }
}
