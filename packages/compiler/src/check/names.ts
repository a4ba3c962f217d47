/** How many tasks there are, what they are called, and what a plan file may spend. */
import { USD_MAX } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

/** A plan has tasks, and not so many that the checks themselves become the load. Reports whether to go on. */
export function checkSize(plan: PlanView, findings: Findings, tasksMax: number): boolean {
  const count = plan.tasks.length;
  if (count === 0) {
    findings.error("no-tasks", { field: "task" }, "plan declares no tasks");
  }
  if (count > tasksMax) {
    const message = `plan has ${count} tasks; maximum is ${tasksMax} (bound \`tasksShipped\`)`;
    findings.error("too-many-tasks", { field: "task" }, message);
  }
  return count > 0 && count <= tasksMax;
}

/** `budget.usd` is a positive number that can be counted in nano-dollars (PLAN-004). */
export function checkBudget({ draft }: PlanView, findings: Findings): void {
  const usd = draft.budgetUsd;
  if (usd === undefined) return;
  const place = { field: "budget", element: ["usd"] };
  if (!Number.isFinite(usd) || usd <= 0) {
    const message = `plan budget.usd must be a positive number, got ${usd}`;
    findings.error("budget", place, message);
  } else if (usd > USD_MAX) {
    findings.error("budget", place, `plan budget.usd must be at most ${USD_MAX}, got ${usd}`);
  }
}

/** Task names: their spelling, and that each is written once (PLAN-006). */
export function checkNames(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    const problem = taskNameProblem(at.task.name);
    if (problem !== undefined) findings.error("task-name", placeOf(at, "name"), problem);
    const first = plan.find(at.task.name);
    if (first && first.index !== at.index) reportDuplicate(at, first, findings);
  }
}

function reportDuplicate(at: TaskAt, first: TaskAt, findings: Findings): void {
  findings.error(
    "duplicate-task",
    placeOf(at, "name"),
    `duplicate task name ${quote(at.task.name)}`,
    { notes: [findings.note("first declared here", placeOf(first, "name"))] },
  );
}

/** What is wrong with a task's name, or `undefined`. */
function taskNameProblem(name: string): string | undefined {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(name)) return undefined;
  if (name.trim() === "") return "a task name is empty";
  if (/[[\]]/.test(name)) {
    return `task name ${quote(name)} holds a bracket; brackets mark instances and rounds`;
  }
  return `task name ${quote(name)} must be 1-100 letters, digits, ".", "_" or "-" and begin with a letter or digit`;
}

/** Labels, question ids and output fields share one alphabet. */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z0-9_]{1,64}$/.test(text);
}

/** The rule of {@link isIdentifier}, as messages say it. */
export const IDENTIFIER_RULE = "use 1-64 ASCII letters, digits, or `_`";
