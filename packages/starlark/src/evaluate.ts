/**
 * Runs a parsed source: resolve its names, compile it to closures, run the closures, freeze what it made.
 */
import type { Diagnostic, SourceRange } from "@crucible/core/diagnostics";
import type { Budget } from "./budget/budget.js";
import { type Print, printFunction, UNIVERSE } from "./builtins/universe.js";
import type { Site } from "./calls/site.js";
import { type Thread, threadOf } from "./calls/thread.js";
import { type CompiledFile, compileFile } from "./compile/compile-file.js";
import { COMPILERS } from "./compile/compilers.js";
import { Fault, type FaultDetails } from "./errors/fault.js";
import { StarlarkError } from "./errors/starlark-error.js";
import type { Module } from "./module.js";
import { freeze } from "./operations/freeze.js";
import { type Resolution, resolve } from "./resolve/resolver.js";
import type { UnknownNameWording } from "./resolve/unknown-name.js";
import type { SyntaxTree } from "./syntax/syntax-tree.js";
import { Cell } from "./values/cell.js";
import type { Value } from "./values/value.js";

/** A `load` statement that has been reached. */
export interface LoadRequest {
  /** The module's name as the source wrote it. */
  readonly path: string;
  /** Where the name stands. */
  readonly range: SourceRange;
  /** Refuses the load, at the module's name. */
  readonly fail: (message: string, details?: FaultDetails) => never;
}

/** What a source may use while it runs. */
export interface EvaluateOptions {
  /** What the evaluation may use; one object for a source and everything it loads. */
  readonly budget: Budget;
  /** Names that the host gives, in front of the language's own. */
  readonly predeclared?: ReadonlyMap<string, Value>;
  /** Gives the module a `load` names; absent, every `load` is refused. */
  readonly load?: (request: LoadRequest) => Module;
  /** Receives what the source prints; absent, there is no `print`. */
  readonly print?: Print;
  /** How to speak of names that do not exist. */
  readonly unknownName?: UnknownNameWording;
}

/** Evaluates a source to its end, or throws a {@link StarlarkError}. */
export function evaluate(tree: SyntaxTree, options: EvaluateOptions): Module {
  return complete(prepare(tree, options));
}

/** What one statement of a conversation left behind, nothing of it frozen. */
export interface Step {
  /** Every name that it bound or loaded. */
  readonly names: ReadonlyMap<string, Value>;
  readonly lastValue: Value | undefined;
}

/** Evaluates a source whose values may be changed by the next one, or throws a {@link StarlarkError}. */
export function evaluateStep(tree: SyntaxTree, options: EvaluateOptions): Step {
  const prepared = prepare(tree, options);
  const { resolution, cells } = prepared;
  const lastValue = run(prepared);
  const names = new Map<string, Value>();
  for (const { name, index } of resolution.globals) {
    const value = cells[index]?.value;
    if (value !== undefined) names.set(name, value);
  }
  return { names, lastValue };
}

/** A source whose names have their meaning, ready to run: statements and bodies are compiled when they are reached. */
interface Prepared {
  readonly tree: SyntaxTree;
  readonly thread: Thread;
  readonly resolution: Resolution;
  /** The file's variables, by index. */
  readonly cells: readonly Cell[];
  readonly compiled: CompiledFile;
}

/** Does what comes before running, or throws a {@link StarlarkError}. */
export function prepare(tree: SyntaxTree, options: EvaluateOptions): Prepared {
  const thread = threadOf(options.budget);
  const predeclared = predeclaredNames(options);
  const resolution = resolveNames(tree, predeclared, options);
  const cells = resolution.globals.map(() => new Cell(undefined));
  const compiled = compileFile(tree, {
    source: tree.source,
    resolution,
    thread,
    globals: cells,
    predeclared,
    compilers: COMPILERS,
    load: (path, site) => loadModule(path, site, thread, options),
  });
  return { tree, thread, resolution, cells, compiled };
}

/** Runs a source, once, and gives the value of its last statement, when that is an expression. */
function run({ thread, compiled }: Prepared): Value | undefined {
  const { budget } = thread;
  return thread.enter(() => {
    budget.stackLevelsUsed += compiled.levels;
    if (budget.stackLevelsUsed > thread.levelsAdmitted) thread.compileWaiting();
    return compiled.run();
  });
}

/** Runs a source, once, and freezes what it made. */
export function complete(prepared: Prepared): Module {
  return finish(prepared, run(prepared));
}

/** Finds what a source's names mean without running it, or throws a {@link StarlarkError} of those that mean nothing. */
export function checkNames(tree: SyntaxTree, options: EvaluateOptions): void {
  resolveNames(tree, predeclaredNames(options), options);
}

function resolveNames(
  tree: SyntaxTree,
  predeclared: ReadonlyMap<string, Value>,
  options: EvaluateOptions,
): Resolution {
  const resolution = resolve(tree, {
    predeclared: new Set(predeclared.keys()),
    wording: options.unknownName ?? {},
  });
  const [first, ...others] = resolution.diagnostics;
  if (first !== undefined) throw unresolved(first, others);
  return resolution;
}

function predeclaredNames(options: EvaluateOptions): ReadonlyMap<string, Value> {
  const names = new Map(UNIVERSE);
  if (options.print !== undefined) names.set("print", printFunction(options.print));
  for (const [name, value] of options.predeclared ?? []) names.set(name, value);
  return names;
}

function unresolved(first: Diagnostic, others: readonly Diagnostic[]): StarlarkError {
  return new StarlarkError([first, ...others], []);
}

function loadModule(path: string, site: Site, thread: Thread, options: EvaluateOptions): Module {
  const { depth } = thread;
  // An error of the load itself happens outside the module, so the load is no call that led to it.
  const located = (fault: Fault): StarlarkError => {
    thread.depth = depth;
    return thread.located(fault, site);
  };
  const fail = (message: string, details?: FaultDetails): never => {
    throw located(new Fault(message, { code: "load-failed", ...details }));
  };
  if (options.load === undefined) return fail("load() is not available here");
  try {
    thread.sites[thread.depth++] = site;
    return options.load({ path, range: site.range, fail });
  } catch (error) {
    throw error instanceof Fault ? located(error) : error;
  }
}

function finish({ tree, resolution, cells }: Prepared, lastValue: Value | undefined): Module {
  const globals = new Map<string, Value>();
  const bound: Value[] = lastValue === undefined ? [] : [lastValue];
  for (const { name, index, loaded } of resolution.globals) {
    const value = cells[index]?.value;
    if (value === undefined) continue;
    bound.push(value);
    if (!loaded) globals.set(name, value);
  }
  freeze(bound);
  const last = tree.statements[tree.statements.length - 1];
  return Object.freeze({
    file: tree.file,
    globals,
    lastValue,
    get lastRange(): SourceRange | undefined {
      return last === undefined ? undefined : tree.range(last);
    },
  });
}
