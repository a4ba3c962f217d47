import type { SourceRange } from "@crucible/core/diagnostics";
import { BuiltinFunction, native } from "../calls/native.js";
import { stringArgument } from "../methods/argument-checks.js";
import { textOf } from "../operations/value-text.js";
import type { Value } from "../values/value.js";
import { COLLECTIONS } from "./collections.js";
import { CONVERSIONS } from "./conversions.js";
import { ORDERING } from "./ordering.js";
import { REFLECTION } from "./reflection.js";

/** The names that every source has: constants and built-in functions. */
export const UNIVERSE: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["None", null],
  ["True", true],
  ["False", false],
  ...[...COLLECTIONS, ...CONVERSIONS, ...ORDERING, ...REFLECTION].map(
    (target) => [target.signature.functionName, new BuiltinFunction(target)] as const,
  ),
]);

/** Receives what a source prints, and where it was printed. */
export type Print = (text: string, range: SourceRange | undefined) => void;

/** The `print` of an evaluation whose host wants to hear it. */
export function printFunction(print: Print): BuiltinFunction {
  return new BuiltinFunction(
    native("print(*args, sep?)", (_none, [sep], thread, { rest }) => {
      const { budget } = thread;
      const separator = sep === undefined ? " " : stringArgument(sep, "the sep of print()");
      const parts = rest.map((value) => textOf(value, "print", budget));
      budget.spendString(parts.reduce((sum, part) => sum + part.length + separator.length, 0));
      print(parts.join(separator), thread.site?.range);
      return null;
    }),
  );
}
