/** The errors that a program has before it runs. */
import {
  Budget,
  evaluate,
  hostFunction,
  parse,
  StarlarkError,
  type SyntaxTree,
  type Value,
} from "@crucible/starlark";
import { type Failure, failureIn } from "./run-chunk.js";

/** The names that starlark-go's programs about names find without binding them. */
const PREDECLARED: ReadonlyMap<string, Value> = new Map(
  ["M", "U"].map((name) => [name, hostFunction({ name, rest: true, call: () => null })]),
);

const STATIC_CODES: ReadonlySet<string> = new Set(["unknown-name", "misplaced-statement"]);

const FILE = "chunk.star";
const PARSES_MAX = 40;

/**
 * All errors, in the order in which they are found. A parse ends at its first error, so the statement at top level that
 * holds it is taken out, and the rest is tried again when names are wanted too.
 */
export function staticErrors(source: string, resolve: boolean): readonly Failure[] {
  const errors: Failure[] = [];
  let rest = source;
  for (let round = 0; round < PARSES_MAX; round++) {
    const parsed = parse(rest, { file: FILE });
    if (parsed.ok) return resolve ? [...errors, ...nameErrors(parsed.tree)] : errors;
    const [first] = parsed.diagnostics;
    if (first === undefined) break;
    const error = failureIn(first, FILE);
    errors.push(error);
    if (!resolve) return errors;
    rest = withoutStatement(rest, error.line);
  }
  return errors;
}

/** Names are resolved before the first step, and no step is allowed. */
function nameErrors(tree: SyntaxTree): readonly Failure[] {
  try {
    evaluate(tree, { budget: new Budget({ ticks: 0 }), predeclared: PREDECLARED });
    return [];
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    const own = error.diagnostics.filter(({ code }) => STATIC_CODES.has(code));
    return own.map((one) => failureIn(one, FILE));
  }
}

/** Empties the lines of the statement around a line: from one that is not indented up to the next. */
function withoutStatement(source: string, line: number): string {
  const lines = source.split("\n");
  const begins = (index: number): boolean => /^[^\s)#]/.test(lines[index] ?? "");
  let start = line - 1;
  while (start > 0 && !begins(start)) start--;
  let end = start + 1;
  while (end < lines.length && !begins(end)) end++;
  return lines.map((text, index) => (index >= start && index < end ? "" : text)).join("\n");
}
