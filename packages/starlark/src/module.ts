import type { SourceRange } from "@crucible/core/diagnostics";
import type { Value } from "./values/value.js";

/** A source that was evaluated to its end; everything reachable from it is frozen. */
export interface Module {
  readonly file: string;
  /** The names the source bound at top level, in the order of first binding, without those it loaded. */
  readonly globals: ReadonlyMap<string, Value>;
  /** The value of the last top-level statement, when that is an expression. */
  readonly lastValue: Value | undefined;
  /** Where the last top-level statement stands; `undefined` for an empty source. */
  readonly lastRange: SourceRange | undefined;
}
