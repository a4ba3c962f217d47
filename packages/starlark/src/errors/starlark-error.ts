import type { Diagnostic, SourceRange } from "@crucible/core/diagnostics";

/** One call that was running when an error happened. */
export interface CallFrame {
  /** The function that was called. */
  readonly functionName: string;
  /** Where it was called. */
  readonly range: SourceRange;
}

/**
 * Evaluation could not go on: a mistake in the source, a refusal by the host, or a bound.
 *
 * The language has no way to catch it. `diagnostic` is what went wrong and where; names that do not exist are found
 * before anything runs, so there may be several, all in `diagnostics`. `callStack` runs from the outermost call in.
 */
export class StarlarkError extends Error {
  override readonly name = "StarlarkError";
  readonly diagnostic: Diagnostic;
  readonly diagnostics: readonly Diagnostic[];
  readonly callStack: readonly CallFrame[];

  constructor(
    diagnostics: readonly [Diagnostic, ...Diagnostic[]],
    callStack: readonly CallFrame[],
  ) {
    super(diagnostics[0].message);
    this.diagnostic = diagnostics[0];
    this.diagnostics = Object.freeze([...diagnostics]);
    this.callStack = Object.freeze([...callStack]);
  }
}
