/**
 * Coverage: every answer that a followed question can get leads somewhere, or is dropped on purpose (ROUTE-025).
 *
 * A question that no `when` follows needs none (ROUTE-027).
 */
import type { Question, RouteTask } from "@crucible/core";
import { answerSheets, answerWords, isDynamic } from "./answers.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import { questionWords } from "./questions.js";

export function checkCoverage(plan: PlanView, findings: Findings): void {
  const followed = followedAnswers(plan);
  for (const { task, index } of plan.entries()) {
    if (task.kind === "route") checkRoute(plan, findings, { task, index }, followed);
  }
}

type FollowedAnswers = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** By route, then by question, the labels that some `when` lists. */
function followedAnswers(plan: PlanView): FollowedAnswers {
  const byRoute = new Map<string, Map<string, Set<string>>>();
  for (const { when } of plan.tasks) {
    if (!when) continue;
    const byQuestion = byRoute.get(when.task) ?? new Map<string, Set<string>>();
    byRoute.set(when.task, byQuestion);
    const labels = byQuestion.get(when.question) ?? new Set<string>();
    byQuestion.set(when.question, labels);
    for (const label of when.is) labels.add(label);
  }
  return byRoute;
}

function checkRoute(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  followed: FollowedAnswers,
): void {
  for (const { question, possible } of answerSheets(plan, at.task).values()) {
    const labels = followed.get(at.task.name)?.get(question.id);
    if (!labels) continue;
    const dropped = new Set(question.drop);
    const missing = [...possible].filter((label) => !labels.has(label) && !dropped.has(label));
    if (missing.length === 0) continue;
    const message = `${questionWords(at.task, question.id)}: no task runs on ${missing.map(answerWords).join(", ")}; ${remedy(question)}`;
    findings.error("uncovered-answer", placeOf(at, "questions", question.id), message);
  }
}

function remedy(question: Question): string {
  return isDynamic(question)
    ? "its options are known only at run time, so give a task otherwise"
    : "name them in a task's when, or in the question's drop";
}
