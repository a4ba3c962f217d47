/**
 * From what the constructors made to a checked plan draft: the last value is a workflow, no task was dropped, sessions
 * and `otherwise` are written out, launch settings applied, and the plan's own rules hold.
 */
import type { BoundParam, Diagnostic, PlanDraft, SourceRange, Task } from "@crucible/core";
import type { Module } from "@crucible/starlark";
import type { TaskDraft } from "../constructors/task-value.js";
import { type WorkflowParts, WorkflowValue } from "../constructors/workflow-value.js";
import { isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";
import { quote } from "../diagnostics/quote.js";
import type { Compilation } from "../evaluate/compilation.js";
import type { Manifest } from "../manifest/manifest.js";
import { checkDraft } from "./check-draft.js";
import { expandOtherwise } from "./otherwise.js";
import { placeInSource } from "./place-in-source.js";
import { applySettings } from "./settings.js";

export interface GraphInput {
  readonly compilation: Compilation;
  readonly module: Module;
  readonly params: readonly BoundParam[];
  readonly paramsRange: SourceRange;
  readonly settings: ReadonlyMap<string, string>;
  readonly manifest: Manifest | undefined;
}

export type GraphReading =
  | {
      readonly ok: true;
      readonly draft: PlanDraft;
      readonly warnings: readonly Diagnostic[];
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export function completeGraph(input: GraphInput): GraphReading {
  const { compilation, module, manifest, paramsRange } = input;
  const workflow = module.lastValue;
  if (!(workflow instanceof WorkflowValue)) return refused([notAWorkflow(input)]);
  const { parts } = workflow;
  const { drafts } = parts;
  const dropped = droppedTasks(compilation, parts);
  const sessions = completeSessions(compilation, drafts);
  const early = [...dropped, ...sessions.diagnostics];
  if (early.length > 0) return refused(early);
  const applied = applySettings(sessions.tasks, input.settings, manifest);
  if (!applied.ok) return applied;
  const { lane } = compilation;
  const draft: PlanDraft = {
    version: 1,
    lane,
    reason: "",
    tasks: applied.tasks,
    params: input.params,
    settings: applied.settings,
    ...(parts.result === undefined ? {} : { result: parts.result }),
    ...(parts.historyRecord === undefined ? {} : { historyRecord: parts.historyRecord }),
  };
  const expanded = expandOtherwise(draft, drafts);
  if (expanded.diagnostics.length > 0) return refused(expanded.diagnostics);
  const whole = { ...draft, tasks: expanded.tasks };
  const locate = placeInSource({ drafts, workflowCall: parts.call, paramsRange });
  const checked = checkDraft(whole, { manifest, limits: compilation.limits, locate });
  if (!checked.ok) return checked;
  return { ok: true, draft: whole, warnings: [...compilation.warnings, ...checked.warnings] };
}

function refused(diagnostics: readonly Diagnostic[]): GraphReading {
  return { ok: false, diagnostics };
}

function notAWorkflow({ module, paramsRange }: GraphInput): Diagnostic {
  const message = "a workflow source must end with workflow(…)";
  return errorAt("no-workflow", message, module.lastRange ?? paramsRange);
}

/** How many dropped tasks are shown with their places. */
const DROPPED_SHOWN_MAX = 8;

/** Every constructed task belongs to the graph; one that is left out is a slip (DSL-071). */
function droppedTasks(
  { constructed }: Compilation,
  { call, members }: WorkflowParts,
): readonly Diagnostic[] {
  const listed = new Set(members);
  const dropped = constructed.filter((task) => !listed.has(task));
  if (dropped.length === 0) return [];
  const shown = dropped.slice(0, DROPPED_SHOWN_MAX);
  const sites = shown.map(({ name, draft }) => {
    const { file, start } = draft.call.range;
    return `${quote(name)} (${file}:${start.line}:${start.column})`;
  });
  const rest = dropped.length - shown.length;
  const more = rest > 0 ? ` and ${rest} more` : "";
  const message = `workflow() leaves out ${dropped.length === 1 ? "a constructed task" : "constructed tasks"}: ${sites.join(", ")}${more}; list every task`;
  const notes = shown.map(({ draft }) => ({ message: "made here", range: draft.call.range }));
  return [errorAt("dropped-task", message, call.rangeOf("tasks"), { notes })];
}

function completeSessions(
  { sessions }: Compilation,
  drafts: readonly TaskDraft[],
): { readonly tasks: readonly Task[]; readonly diagnostics: readonly Diagnostic[] } {
  const tasks: Task[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { task, call } of drafts) {
    if (isEnough(diagnostics)) break;
    const completed = sessions.complete(task, call);
    if ("severity" in completed) diagnostics.push(completed);
    else tasks.push(completed);
  }
  return {
    tasks,
    diagnostics: [...diagnostics, ...sessions.unused(drafts.map(({ task }) => task))],
  };
}
