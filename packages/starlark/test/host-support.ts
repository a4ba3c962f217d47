/** What tests of host functions and host values both ask. */
import type { Value } from "@crucible/starlark";
import { onlyDiagnostic } from "./run-source.js";

/** The text that a diagnostic's range covers, as `line:column text`. */
export function place(source: string, predeclared: ReadonlyMap<string, Value>): string {
  const { range } = onlyDiagnostic(source, { predeclared });
  if (range === undefined) throw new Error("the diagnostic has no range");
  const { start, end } = range;
  return `${start.line}:${start.column} ${source.slice(start.offset, end.offset)}`;
}

export function names(...functions: { readonly name: string }[]): ReadonlyMap<string, Value> {
  return new Map(functions.map((value) => [value.name, value as unknown as Value]));
}
