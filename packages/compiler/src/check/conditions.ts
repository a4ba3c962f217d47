/** Conditions: a `when` names one question of one route among the task's dependencies, and answers it can get. */
import { type RouteTask, UNCERTAIN, type When } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import { type AnswerSheet, answerSheets, isDynamic } from "./answers.js";
import { isDependency } from "./fan-out.js";
import type { Findings } from "./findings.js";
import { kindPhrase } from "./joins.js";
import { isAligned } from "./output-fields.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import { questionWords } from "./questions.js";

export function checkConditions(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    if (at.task.when) checkCondition(plan, findings, at, at.task.when);
  }
}

function checkCondition(plan: PlanView, findings: Findings, at: TaskAt, when: When): void {
  const subject = `task ${quote(at.task.name)}: when`;
  if (at.task.revise) {
    const message = `${subject}: a reviewer cannot be conditional; put the condition on its targets`;
    findings.error("when", placeOf(at, "when"), message);
  }
  const place = placeOf(at, "when", "task");
  const named = `${subject} names ${quote(when.task)}`;
  if (!isDependency(plan, findings, at, "when", place, named, when.task)) return;
  const route = plan.task(when.task);
  if (!route) return;
  if (route.kind !== "route") {
    findings.error("when", place, `${named}, which is no route but ${kindPhrase(route)}`);
    return;
  }
  if (route.over && !isAligned(route, at.task)) {
    const list = quote(`${route.over.task}.${route.over.field}`);
    const message = `${named}, a mapped route; only a task mapped over the same ${list} can follow its instances`;
    findings.error("when", place, message);
  }
  checkQuestionNamed(plan, findings, at, when, route);
}

function checkQuestionNamed(
  plan: PlanView,
  findings: Findings,
  at: TaskAt,
  when: When,
  route: RouteTask,
): void {
  const subject = `task ${quote(at.task.name)}: when`;
  const place = placeOf(at, "when", "question");
  const sheets = answerSheets(plan, route);
  const sheet = sheets.get(when.question);
  if (!sheet) {
    const message = `${subject} names unknown question ${quote(when.question)} of route ${quote(route.name)}`;
    findings.unknown("when", place, message, when.question, sheets.keys());
    return;
  }
  if (sheet.question.type === "pick") {
    const message = `${subject} names ${questionWords(route, when.question)}, a pick; a pick has no labels to follow`;
    findings.error("when", place, message);
    return;
  }
  checkLabelsNamed(findings, at, when, questionWords(route, when.question), sheet);
}

function checkLabelsNamed(
  findings: Findings,
  at: TaskAt,
  when: When,
  asked: string,
  { question, known, possible }: AnswerSheet,
): void {
  if (known.size === 0) return;
  const subject = `task ${quote(at.task.name)}: when`;
  if (when.is.length === 0) {
    findings.error("when", placeOf(at, "when", "is"), `${subject} lists no answers of ${asked}`);
  }
  const seen = new Set<string>();
  for (const [position, label] of when.is.entries()) {
    const place = placeOf(at, "when", "is", position);
    if (!known.has(label) && isDynamic(question)) {
      const message = `${subject} names ${quote(label)} of ${asked}, whose options are known only at run time; it may name ${quote(UNCERTAIN)}, and otherwise stands for any option`;
      findings.error("when", place, message);
    } else if (!known.has(label)) {
      const message = `${subject} names unknown label ${quote(label)} of ${asked}`;
      findings.unknown("when", place, message, label, known);
    } else if (seen.has(label)) {
      findings.error("when", place, `${subject} lists label ${quote(label)} twice`);
    } else if (!possible.has(label)) {
      const message = `${subject}: ${quote(label)} of ${asked} can never be answered; its source gives only ${answersWords(possible)}`;
      findings.error("when", place, message);
    }
    seen.add(label);
  }
}

function answersWords(possible: ReadonlySet<string>): string {
  return possible.size === 0 ? `nothing, not even ${quote(UNCERTAIN)}` : quoteList([...possible]);
}
