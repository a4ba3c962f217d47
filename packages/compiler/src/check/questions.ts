/** A route's questions: what they may be called, what they offer, and which only a person can be asked. */
import {
  type LabelOption,
  labelsOf,
  type OutputField,
  type Question,
  type RouteTask,
  UNCERTAIN,
} from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import { isDynamic } from "./answers.js";
import { isDependency } from "./fan-out.js";
import type { Findings } from "./findings.js";
import { IDENTIFIER_RULE, isIdentifier } from "./names.js";
import {
  fieldWords,
  isListOfStrings,
  LIST_REMEDY,
  readField,
  reportAbsent,
  typeWords,
  withUncertain,
} from "./output-fields.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

export function checkQuestions(plan: PlanView, findings: Findings): void {
  for (const { task, index } of plan.entries()) {
    if (task.kind !== "route") continue;
    const at = { task, index };
    if (task.questions.length === 0) {
      const message = `task ${quote(task.name)}: a route asks at least one question`;
      findings.error("question", placeOf(at, "questions"), message);
    }
    const seen = new Set<string>();
    for (const question of task.questions) {
      checkQuestion(plan, findings, at, question, seen.has(question.id));
      seen.add(question.id);
    }
  }
}

function checkQuestion(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  question: Question,
  isRepeated: boolean,
): void {
  const subject = questionWords(at.task, question.id);
  const report = (message: string, ...element: string[]): void =>
    findings.error("question", placeOf(at, "questions", question.id, ...element), message);
  if (!isIdentifier(question.id)) {
    report(`${subject}: the id is not an identifier; ${IDENTIFIER_RULE}`);
  } else if (isRepeated) {
    report(`${subject} is asked twice`);
  }
  if (question.instructions.trim() === "") report(`${subject} asks nothing`, "instructions");
  const isHuman = at.task.decider.kind === "human";
  if (isHuman && question.id === "decision") {
    report(`${subject}: a person's answer is recorded under "decision"; use another id`);
  }
  if (!isHuman && question.type === "pick") {
    report(`${subject}: only a person can pick; a pick needs a human-decided route`, "type");
  }
  if (!isHuman && "multiple" in question && question.multiple && question.type !== "pick") {
    report(`${subject}: only a person can choose several; multiple needs a human-decided route`);
  }
  checkLabels(findings, at, question);
  checkDrop(findings, at, question);
  if (question.type === "pick") {
    checkList(plan, findings, at, question.id, "source", question.source);
  } else if (isDynamic(question)) {
    checkList(plan, findings, at, question.id, "options", question.options);
  }
}

function checkLabels(findings: Findings, at: TaskAt<RouteTask>, question: Question): void {
  if (question.type === "choice") {
    if ("task" in question.options) checkDynamic(findings, at, question.id);
    else checkOptions(findings, at, question.id, "options", question.options);
  }
  if (question.type === "score") {
    checkOptions(findings, at, question.id, "levels", question.levels);
  }
}

/** Options that another task lists: what they are is known to nobody who could compare an output or a template with them. */
function checkDynamic(findings: Findings, at: TaskAt<RouteTask>, id: string): void {
  const { kind } = at.task.decider;
  if (kind === "model") return;
  const instead = kind === "human" ? "list the labels, or ask for a pick" : "list the labels";
  const message = `${questionWords(at.task, id)}: only a model is given options that another task lists; ${instead}`;
  findings.error("question", placeOf(at, "questions", id, "options"), message);
}

function checkOptions(
  findings: Findings,
  at: TaskAt<RouteTask>,
  id: string,
  field: "options" | "levels",
  options: readonly LabelOption[],
): void {
  const subject = questionWords(at.task, id);
  if (options.length < 2) {
    const message = `${subject} needs at least two ${field}, got ${options.length}`;
    findings.error("question", placeOf(at, "questions", id, field), message);
  }
  const seen = new Set<string>();
  for (const [position, { label }] of options.entries()) {
    const problem = labelProblem(label, seen);
    if (problem !== undefined) {
      const place = placeOf(at, "questions", id, field, position);
      findings.error("label", place, `${subject}: label ${quote(label)} ${problem}`);
    }
    seen.add(label);
  }
}

function labelProblem(label: string, seen: ReadonlySet<string>): string | undefined {
  if (!isIdentifier(label)) return `is not an identifier; ${IDENTIFIER_RULE}`;
  if (label === UNCERTAIN) return "belongs to every question and cannot be declared";
  return seen.has(label) ? "is listed twice" : undefined;
}

/** A drop list names labels of its own question, each once (ROUTE-026). */
function checkDrop(findings: Findings, at: TaskAt<RouteTask>, question: Question): void {
  const subject = questionWords(at.task, question.id);
  if (question.type === "pick" && question.drop.length > 0) {
    const place = placeOf(at, "questions", question.id, "drop");
    findings.error("drop", place, `${subject}: a pick has no labels to drop`);
    return;
  }
  const allowed = new Set(isDynamic(question) ? [UNCERTAIN] : withUncertain(labelsOf(question)));
  const seen = new Set<string>();
  for (const [position, label] of question.drop.entries()) {
    const place = placeOf(at, "questions", question.id, "drop", position);
    if (!allowed.has(label)) {
      const message = `${subject}: drop names unknown label ${quote(label)}`;
      findings.unknown("drop", place, message, label, allowed);
    } else if (seen.has(label)) {
      findings.error("drop", place, `${subject}: drop names label ${quote(label)} twice`);
    }
    seen.add(label);
  }
}

/** What a question offers is a list of strings that a dependency gives (HUMAN-006, HUMAN-007). */
function checkList(
  plan: PlanView,
  findings: Findings,
  at: TaskAt<RouteTask>,
  id: string,
  key: "source" | "options",
  source: OutputField,
): void {
  const subject = `${questionWords(at.task, id)}: ${key}`;
  const code = key === "source" ? "pick-source" : "options-source";
  const place = placeOf(at, "questions", id, key);
  const written = `${subject} ${fieldWords(source)}`;
  if (!isDependency(plan, findings, at, code, place, written, source.task)) return;
  const producer = plan.task(source.task);
  if (!producer) return;
  const reading = readField(plan, producer, source.field, at.task);
  if (reading.kind === "absent") {
    reportAbsent(findings, code, place, subject, source, reading);
  } else if (reading.kind === "typed" && !isListOfStrings(plan, reading)) {
    const message = `${subject} needs a list of strings, but ${fieldWords(source)} is declared ${typeWords(plan, reading.type)}; ${LIST_REMEDY}`;
    findings.error(code, place, message);
  }
}

/** `route "gate", question "launch"`. */
export function questionWords(route: RouteTask, id: string): string {
  return `route ${quote(route.name)}, question ${quote(id)}`;
}
