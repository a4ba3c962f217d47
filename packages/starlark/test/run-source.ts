import type { Diagnostic } from "@crucible/core/diagnostics";
import {
  Budget,
  equalValues,
  evaluate,
  hostFunction,
  type Limits,
  type LoadRequest,
  type Module,
  parse,
  StarlarkError,
  textOf,
  type Value,
} from "@crucible/starlark";
import { failureMessage } from "./failure-message.js";

export type Outcome =
  | { readonly ok: true; readonly module: Module; readonly printed: readonly string[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface RunOptions {
  readonly file?: string;
  readonly limits?: Partial<Limits>;
  readonly predeclared?: ReadonlyMap<string, Value>;
  /** Sources that `load` finds, by name. */
  readonly modules?: ReadonlyMap<string, string>;
  readonly budget?: Budget;
}

/** Parses and evaluates a source; whatever is no error of the language is thrown on. */
export function runSource(source: string, options: RunOptions = {}): Outcome {
  const budget = options.budget ?? new Budget(options.limits);
  const file = options.file ?? "test.star";
  const parsed = parse(source, { file, limits: budget.limits });
  if (!parsed.ok) return parsed;
  const printed: string[] = [];
  try {
    const module = evaluate(parsed.tree, {
      budget,
      predeclared: options.predeclared ?? new Map(),
      print: (text) => printed.push(text),
      load: (request) => loadSource(request, { ...options, budget }),
    });
    return { ok: true, module, printed };
  } catch (error) {
    if (error instanceof StarlarkError) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}

function loadSource(request: LoadRequest, options: RunOptions): Module {
  const source = options.modules?.get(request.path);
  if (source === undefined) return request.fail(`no module "${request.path}"`);
  const outcome = runSource(source, { ...options, file: request.path });
  if (outcome.ok) return outcome.module;
  return request.fail(outcome.diagnostics[0]?.message ?? "the module failed");
}

/** The value that an expression has, or the message of its error as `error: …`. */
export function evaluated(expression: string, options: RunOptions = {}): Value | undefined {
  const outcome = runSource(expression, options);
  if (!outcome.ok) return `error: ${outcome.diagnostics[0]?.message}`;
  return outcome.module.lastValue;
}

/** The one diagnostic of a source that must fail. */
export function onlyDiagnostic(source: string, options: RunOptions = {}): Diagnostic {
  const outcome = runSource(source, options);
  if (outcome.ok) throw new Error("the source ran to its end");
  const [diagnostic, ...others] = outcome.diagnostics;
  if (diagnostic === undefined || others.length > 0) {
    throw new Error(`expected one diagnostic, got ${outcome.diagnostics.length}`);
  }
  return diagnostic;
}

/** `eq`, `ne`, `true` and `fails`: what the chunked files say about values. */
export const ASSERTIONS: ReadonlyMap<string, Value> = new Map(
  [
    hostFunction({
      name: "eq",
      parameters: [{ name: "actual" }, { name: "expected" }],
      call: (call) => {
        const actual = call.get("actual") as Value;
        const expected = call.get("expected") as Value;
        const { budget } = call;
        const alike =
          equalValues(actual, expected, budget) &&
          textOf(actual, "repr", budget) === textOf(expected, "repr", budget);
        if (alike) return null;
        const [got, wanted] = [actual, expected].map((value) => textOf(value, "repr", budget));
        return call.fail(`assertion: got ${got}, wanted ${wanted}`);
      },
    }),
    hostFunction({
      name: "ne",
      parameters: [{ name: "actual" }, { name: "other" }],
      call: (call) => {
        const { budget } = call;
        const alike = equalValues(call.get("actual") as Value, call.get("other") as Value, budget);
        return alike ? call.fail("assertion: the values are equal") : null;
      },
    }),
    hostFunction({
      name: "true",
      parameters: [{ name: "condition" }],
      call: (call) => (call.get("condition") === true ? null : call.fail("assertion: not true")),
    }),
    hostFunction({
      name: "fails",
      parameters: [{ name: "function" }, { name: "pattern" }],
      call: (call) => {
        const pattern = patternOf(String(call.get("pattern")));
        if (pattern === undefined) return call.fail("assertion: the pattern cannot be read");
        const message = failureMessage(() => call.call(call.get("function") as Value));
        if (message === undefined) return call.fail("assertion: the function did not fail");
        return pattern.test(message) ? null : call.fail(`assertion: failed with: ${message}`);
      },
    }),
  ].map((assertion) => [assertion.name, assertion]),
);

/** A damaged program may hold a damaged pattern: that is the program's failure, not the runner's. */
function patternOf(text: string): RegExp | undefined {
  try {
    return new RegExp(text);
  } catch {
    return undefined;
  }
}
