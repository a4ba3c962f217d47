/**
 * Fills in `otherwise`: every answer of a question that no other task lists and that is not dropped, `uncertain`
 * included, less what a finite source can never give (DSL-096).
 */
import type { Diagnostic, PlanDraft, Task } from "@crucible/core";
import { answerSheets } from "../check/answers.js";
import { PlanView } from "../check/plan-view.js";
import type { TaskDraft } from "../constructors/task-value.js";
import { isEnough } from "../diagnostics/enough.js";
import { errorAt } from "../diagnostics/error-at.js";

/** How many answers all tasks' `otherwise` may stand for: many tasks may each stand for thousands. */
const LABELS_MAX = 1_000_000;

export interface Expansion {
  readonly tasks: readonly Task[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The tasks of the draft with every `otherwise` written out; `drafts` are in the same order. */
export function expandOtherwise(draft: PlanDraft, drafts: readonly TaskDraft[]): Expansion {
  if (!drafts.some(({ otherwise }) => otherwise)) return { tasks: draft.tasks, diagnostics: [] };
  const plan = new PlanView(draft);
  const listed = listedLabels(draft.tasks, drafts);
  const diagnostics: Diagnostic[] = [];
  let written = 0;
  const tasks = draft.tasks.map((task, index) => {
    const made = drafts[index];
    if (!made?.otherwise || !task.when) return task;
    const { task: route, question } = task.when;
    const routeTask = plan.task(route);
    if (routeTask?.kind !== "route") return task;
    const sheet = answerSheets(plan, routeTask).get(question);
    // A question without labels is the checks' to refuse.
    if (!sheet || sheet.known.size === 0 || written > LABELS_MAX) return task;
    written += sheet.possible.size;
    if (written > LABELS_MAX) {
      const message = `the otherwise of these tasks stands for more than ${LABELS_MAX} answers together`;
      diagnostics.push(errorAt("too-many-answers", message, made.call.rangeOf("otherwise")));
      return task;
    }
    const taken = new Set([...(listed.get(keyOf(route, question)) ?? []), ...sheet.question.drop]);
    const is = [...sheet.possible].filter((label) => !taken.has(label));
    if (is.length === 0 && !isEnough(diagnostics)) {
      const message = `unreachable otherwise on ${JSON.stringify(task.name)}: every answer of ${route}.${question} is listed, dropped, or one its source can never give`;
      diagnostics.push(errorAt("unreachable-otherwise", message, made.call.rangeOf("otherwise")));
    }
    return { ...task, when: { ...task.when, is } };
  });
  return { tasks, diagnostics };
}

/** By question, the labels that tasks list themselves. */
function listedLabels(
  tasks: readonly Task[],
  drafts: readonly TaskDraft[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const listed = new Map<string, Set<string>>();
  for (const [index, { when }] of tasks.entries()) {
    if (!when || drafts[index]?.otherwise) continue;
    const key = keyOf(when.task, when.question);
    const labels = listed.get(key) ?? new Set<string>();
    listed.set(key, labels);
    for (const label of when.is) labels.add(label);
  }
  return listed;
}

function keyOf(route: string, question: string): string {
  return JSON.stringify([route, question]);
}
