/** Runs one program of a suite and says what came of it. */
import type { Diagnostic } from "@crucible/core/diagnostics";
import {
  Budget,
  evaluate,
  type Module,
  parse,
  StarlarkError,
  type Value,
} from "@crucible/starlark";

export interface Failure {
  readonly line: number;
  readonly message: string;
}

export interface ChunkRun {
  readonly errors: readonly Failure[];
  readonly printed: readonly string[];
}

/** What a program may use: the suites measure the language and not its bounds. */
const BOUNDS = { ticks: 100_000_000, heapBytes: 1_000_000_000 };

export interface ChunkOptions {
  readonly file: string;
  readonly predeclared: ReadonlyMap<string, Value>;
  readonly modules?: (path: string) => Module | undefined;
}

export function runChunk(source: string, options: ChunkOptions): ChunkRun {
  const printed: string[] = [];
  const budget = new Budget(BOUNDS);
  const parsed = parse(source, { file: options.file });
  if (!parsed.ok)
    return { errors: parsed.diagnostics.map((one) => failureIn(one, options.file)), printed };
  try {
    evaluate(parsed.tree, {
      budget,
      predeclared: options.predeclared,
      print: (text) => printed.push(text),
      load: ({ path, fail }) => options.modules?.(path) ?? fail(`no module "${path}"`),
    });
    return { errors: [], printed };
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    return { errors: error.diagnostics.map((one) => failureIn(one, options.file)), printed };
  }
}

/** The error at its own place in the file, or at the innermost call that led out of it. */
export function failureIn(error: Diagnostic, file: string): Failure {
  const ranges = [error.range, ...error.notes.map((note) => note.range)];
  const line = ranges.find((range) => range?.file === file)?.start.line ?? 0;
  return { line, message: error.message };
}
