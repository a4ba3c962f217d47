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
import { constructorsOf } from "./constructors/lanes.js";
import { CompileError } from "./diagnostics/error-at.js";
import { Compilation } from "./evaluate/compilation.js";
import { Modules } from "./evaluate/modules.js";
import { paramValue } from "./external/external-of.js";
import { completeGraph } from "./freeze/complete-graph.js";
import { type CompileLimits, resolveCompileLimits } from "./limits/limits.js";
import type { Manifest } from "./manifest/manifest.js";
import { bindParams, type ParamInput } from "./params/bind.js";
import type { ParamsBlock } from "./params/declaration.js";
import { readParams } from "./params/read-block.js";
import { findSource, type SourceChoice } from "./read/find-source.js";
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
  const found = findSource(pack, options);
  if (!found.ok) return found;
  const words = readLaunchWords(options.params ?? {}, options.settings ?? {});
  if (!words.ok) return words;
  const source = readSource(found.text, found.file, limits, found.manifest);
  if (!source.ok) return source;
  const bound = bindParams(source.block, words.params);
  if (!bound.ok) return bound;
  const built = build({
    pack,
    limits,
    source,
    params: bound.params,
    settings: words.settings,
    manifest: found.manifest,
    sourceBytes: found.bytes,
  });
  if (!built.ok) return { ok: false, diagnostics: sortDiagnostics(built.diagnostics) };
  return { ...built, warnings: sortDiagnostics([...found.warnings, ...built.warnings]) };
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
  text: string,
  file: string,
  limits: CompileLimits,
  manifest: Manifest | undefined,
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
  readonly limits: CompileLimits;
  readonly source: ReadSource;
  readonly params: readonly BoundParam[];
  readonly settings: ReadonlyMap<string, string>;
  readonly manifest: Manifest | undefined;
  readonly sourceBytes: number;
}

function build(input: BuildInput): CompileResult {
  const { pack, limits, source } = input;
  const budget = new Budget(limits);
  const compilation = new Compilation({
    pack,
    lane: source.lane,
    limits,
    budget,
    params: paramValues(input, budget),
  });
  const modules = new Modules(compilation, constructorsOf(source.lane, compilation));
  try {
    const module = modules.root(source.tree, input.sourceBytes);
    const graph = completeGraph({
      compilation,
      module,
      params: input.params,
      paramsRange: source.block.range,
      settings: input.settings,
      manifest: input.manifest,
    });
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
