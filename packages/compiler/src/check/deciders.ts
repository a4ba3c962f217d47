/** Who answers a route: a model with a threshold, one dependency's output, or a person (ROUTE-002, ROUTE-009). */
import { labelsOf, type Question, type RouteTask, type Task } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import { sourceAnswers } from "./answers.js";
import { isDependency } from "./fan-out.js";
import { normalFilePath } from "./files.js";
import type { Findings } from "./findings.js";
import { readField, reportAbsent, typeWords, withUncertain } from "./output-fields.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import { questionWords } from "./questions.js";

export function checkDeciders(plan: PlanView, findings: Findings): void {
  for (const { task, index } of plan.entries()) {
    if (task.kind !== "route") continue;
    const at = { task, index };
    switch (task.decider.kind) {
      case "model":
        checkModel(plan, findings, at, task.decider);
        break;
      case "output":
        checkSource(plan, findings, at, task.decider.task);
        break;
      case "human":
        if (task.decider.review?.trim() === "") {
          const message = `task ${quote(task.name)}: review is empty`;
          findings.error("empty-text", placeOf(at, "decider", "review"), message);
        }
        break;
    }
  }
}

function checkModel(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  decider: RouteTask["decider"] & { readonly kind: "model" },
): void {
  const { minConfidence, files } = decider;
  if (!(minConfidence > 0 && minConfidence <= 1)) {
    const message = `task ${quote(at.task.name)}: min_confidence must be above 0 and at most 1, got ${minConfidence}`;
    findings.error("min-confidence", placeOf(at, "decider", "min_confidence"), message);
  }
  const hasSchema = files.length === 0 ? new Map() : declaredFiles(plan, at.task);
  const seen = new Set<string>();
  for (const [position, path] of files.entries()) {
    const place = placeOf(at, "decider", "files", position);
    const subject = `task ${quote(at.task.name)}: decider file ${quote(path)}`;
    const normal = normalFilePath(path);
    if (normal !== path) {
      const message = `${subject} must be written ${quote(normal)}`;
      findings.error("file-path", place, message, { suggestion: normal });
    } else if (seen.has(path)) {
      findings.error("decider-files", place, `${subject} is listed twice`);
    } else if (!hasSchema.has(path)) {
      const message = `${subject} is declared by no dependency`;
      findings.unknown("decider-files", place, message, path, hasSchema.keys());
    } else if (!hasSchema.get(path)) {
      const message = `${subject} is declared without a schema; a model is shown only checked files`;
      findings.error("decider-files", place, message);
    }
    seen.add(path);
  }
}

/** The files that the dependencies declare, and whether one declares each with a schema. */
function declaredFiles(plan: PlanView, route: RouteTask): Map<string, boolean> {
  const hasSchema = new Map<string, boolean>();
  for (const name of route.dependsOn) {
    for (const file of plan.task(name)?.emitsFiles ?? []) {
      const path = normalFilePath(file.path);
      hasSchema.set(path, hasSchema.get(path) === true || file.schema !== undefined);
    }
  }
  return hasSchema;
}

function checkSource(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  source: string,
): void {
  const place = placeOf(at, "decider", "task");
  const subject = `task ${quote(at.task.name)}: the deciding task`;
  if (!isDependency(plan, findings, at, "decider-source", place, subject, source)) return;
  const producer = plan.task(source);
  if (!producer) return;
  for (const question of at.task.questions) {
    checkAnswerField(plan, findings, at, producer, question);
  }
}

/** The field of the question's name must hold nothing but answers of the question. */
function checkAnswerField(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  producer: Task,
  question: Question,
): void {
  const labels = labelsOf(question);
  if (labels === undefined) return;
  const place = placeOf(at, "decider", "task");
  const subject = questionWords(at.task, question.id);
  const read = { task: producer.name, field: question.id };
  const reading = readField(plan, producer, question.id, at.task);
  if (reading.kind === "absent") {
    reportAbsent(findings, "decider-source", place, subject, read, reading);
    return;
  }
  const answers = sourceAnswers(plan, at.task, producer, question);
  if (answers.kind === "any") return;
  const field = quote(`${producer.name}.${question.id}`);
  const is = reading.kind === "typed" ? typeWords(plan, reading.type) : "list";
  if (answers.kind === "unusable") {
    const message = `${subject} is answered by ${field}, declared ${is}, which does not limit the answers; declare labels, a boolean or a schema with const or enum`;
    findings.error("decider-source", place, message);
    return;
  }
  const accepted = new Set(withUncertain(labels));
  const stray = answers.labels.filter((label) => !accepted.has(label));
  if (stray.length > 0) {
    const message = `${subject} is answered by ${field}, declared ${is}, which can give ${quoteList(stray)}; the question accepts ${quoteList(labels)}`;
    findings.error("decider-source", place, message);
  }
}
