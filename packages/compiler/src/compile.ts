/**
 * Compilation: a pack's bytes and a launch's words in, a frozen plan or diagnostics out.
 *
 * Phases are folders: read (manifest, lane and params block from the texts, nothing evaluated), evaluate (constructors
 * build drafts), check (the plan's rules), freeze (settings, order, digest). The first phase that finds errors ends the
 * compilation with all of its findings. Nothing here reads a disk, a clock or the environment, and nothing is kept
 * between two calls, so equal input gives equal plans (PLAN-079).
 */
import {
  type BoundParam,
  type Diagnostic,
  freezePlan,
  type Pack,
  type Plan,
  sortDiagnostics,
} from "@crucible/core";
import { Budget, parse, StarlarkError, type SyntaxTree, type Value } from "@crucible/starlark";
import { constructorsOf, elsewhereOf } from "./constructors/lanes.js";
import { CompileError } from "./diagnostics/error-at.js";
import { Compilation } from "./evaluate/compilation.js";
import { Modules } from "./evaluate/modules.js";
import { paramValue } from "./external/external-of.js";
import { compileGraph, type GraphLaunch } from "./freeze/compile-graph.js";
import { completeGraph } from "./freeze/complete-graph.js";
import { type CompileLimits, resolveCompileLimits } from "./limits/limits.js";
import { bindParams, type ParamInput } from "./params/bind.js";
import type { ParamsBlock } from "./params/declaration.js";
import { readParams } from "./params/read-block.js";
import { findSource, type SourceChoice, type WorkflowSource } from "./read/find-source.js";
import { readLane, type WorkflowType } from "./read/lane.js";
import { readLaunchWords } from "./read/launch-words.js";

export interface CompileOptions extends SourceChoice {
  /** Parameter values by name: text, or values of the declared types. A dotted name is a launch setting. */
  readonly params?: Readonly<Record<string, ParamInput>> | undefined;
  /** Launch settings by address, such as `draft.model`. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Bounds in place of the defaults. */
  readonly limits?: Partial<CompileLimits> | undefined;
}

export type CompileResult =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Compiles a pack's workflow. Throws {@link CompileError} with every diagnostic. */
export function compile(pack: Pack, options: CompileOptions = {}): Plan {
  const result = tryCompile(pack, options);
  if (!result.ok) throw new CompileError(result.diagnostics);
  return result.plan;
}

/** Compiles a pack's workflow, mistakes returned as data. */
export function tryCompile(pack: Pack, options: CompileOptions = {}): CompileResult {
  const limits = resolveCompileLimits(options.limits);
  const reading = findSource(pack, options);
  if (!reading.ok) return reading;
  const words = readLaunchWords(options.params ?? {}, options.settings ?? {});
  if (!words.ok) return words;
  const { found, warnings } = reading;
  const launch = { params: words.params, settings: words.settings, limits };
  const built = "graph" in found ? compileGraph(found, launch) : compileSource(pack, found, launch);
  if (!built.ok) return { ok: false, diagnostics: sortDiagnostics(built.diagnostics) };
  return { ...built, warnings: sortDiagnostics([...warnings, ...built.warnings]) };
}

function compileSource(pack: Pack, found: WorkflowSource, launch: GraphLaunch): CompileResult {
  const source = readSource(found, launch.limits);
  if (!source.ok) return source;
  const bound = bindParams(source.block, launch.params);
  if (!bound.ok) return bound;
  return build({ pack, found, source, params: bound.params, launch });
}

interface ReadSource {
  readonly ok: true;
  readonly tree: SyntaxTree;
  readonly lane: WorkflowType;
  readonly block: ParamsBlock;
}

type Refused = { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Parses the root source and reads from its tree what needs no evaluation. */
function readSource(
  { text, file, manifest }: WorkflowSource,
  limits: CompileLimits,
): ReadSource | Refused {
  const parsed = parse(text, { file, limits });
  if (!parsed.ok) return parsed;
  const { tree } = parsed;
  const lane = readLane(tree, manifest);
  const params = readParams(tree);
  const diagnostics = [
    ...(lane.ok ? [] : lane.diagnostics),
    ...(params.ok ? [] : params.diagnostics),
  ];
  if (!lane.ok || !params.ok) return { ok: false, diagnostics: sortDiagnostics(diagnostics) };
  return { ok: true, tree, lane: lane.lane, block: params.block };
}

interface BuildInput {
  readonly pack: Pack;
  readonly found: WorkflowSource;
  readonly source: ReadSource;
  readonly params: readonly BoundParam[];
  readonly launch: GraphLaunch;
}

function build(input: BuildInput): CompileResult {
  const { pack, found, source, params, launch } = input;
  const { limits, settings } = launch;
  const budget = new Budget(limits);
  const values = paramValues(input, budget);
  const { lane } = source;
  const compilation = new Compilation({ pack, lane, limits, budget, params: values });
  const modules = new Modules(compilation, constructorsOf(lane, compilation), (name) =>
    elsewhereOf(lane, name),
  );
  try {
    const module = modules.root(source.tree, found.bytes);
    const paramsRange = source.block.range;
    const { manifest } = found;
    const graph = completeGraph({ compilation, module, params, paramsRange, settings, manifest });
    if (!graph.ok) return graph;
    return { ok: true, plan: freezePlan(graph.draft), warnings: graph.warnings };
  } catch (error) {
    if (error instanceof StarlarkError) return { ok: false, diagnostics: error.diagnostics };
    throw error;
  }
}

function paramValues({ source, params }: BuildInput, budget: Budget): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const [index, declaration] of source.block.declarations.entries()) {
    const param = params[index];
    if (param) values.set(declaration.name, paramValue(param, declaration.type, budget));
  }
  return values;
}
