/** The only source of time. Engine time is monotone and stops while the engine is down; wall time is for people. */
export interface Clock {
  /** Wall time as milliseconds since 1970-01-01 UTC; may jump. */
  wallMs(): number;
  /** Monotone milliseconds from an arbitrary origin; never jumps, whatever happens to wall time. */
  monotonicMs(): number;
  /** Calls back once, no earlier than the given monotone instant; delays of any length are kept. */
  at(monotonicMs: number, callback: () => void): Timer;
}

export interface Timer {
  /** Drops the callback if it has not been called. */
  cancel(): void;
}
