/** Compiles a graph that the manifest holds itself: settings, the plan's rules, digest. */
import { type Diagnostic, freezePlan, type Plan, type PlanDraft } from "@crucible/core";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { CompileLimits } from "../limits/limits.js";
import type { ParamInput } from "../params/bind.js";
import type { WrittenGraph } from "../read/find-source.js";
import { checkDraft } from "./check-draft.js";
import { applySettings } from "./settings.js";

export interface GraphLaunch {
  readonly params: ReadonlyMap<string, ParamInput>;
  readonly settings: ReadonlyMap<string, string>;
  readonly limits: CompileLimits;
}

export type GraphCompilation =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function compileGraph(
  { graph, manifest }: WrittenGraph,
  { params, settings, limits }: GraphLaunch,
): GraphCompilation {
  if (params.size > 0) {
    const names = [...params.keys()].map((name) => quote(name)).join(", ");
    const message = `nothing can consume the supplied parameters ${names}: the graph is written into the manifest, and only a source declares parameters`;
    return { ok: false, diagnostics: [errorAt("unknown-param", message, undefined)] };
  }
  const applied = applySettings(graph.tasks, settings, manifest);
  if (!applied.ok) return applied;
  const { result, historyRecord } = graph;
  const draft: PlanDraft = {
    version: 1,
    lane: manifest.workflow?.type ?? "autoresearch",
    reason: "",
    tasks: applied.tasks,
    params: graph.params,
    settings: applied.settings,
    ...(result === undefined ? {} : { result }),
    ...(historyRecord === undefined ? {} : { historyRecord }),
  };
  const checked = checkDraft(draft, { manifest, limits, locate: graph.locate });
  if (!checked.ok) return checked;
  return { ok: true, plan: freezePlan(draft), warnings: checked.warnings };
}
