/**
 * Which answers a question can get.
 *
 * Model and human deciders can give every label and `uncertain`. Another task's output can give what its field is
 * declared to hold, where that is a finite set; otherwise every label, since the check is then made at run time.
 */
import {
  ANY_OPTION,
  type FieldType,
  labelsOf,
  type OutputField,
  type Question,
  type RouteTask,
  type Task,
  UNCERTAIN,
} from "@crucible/core";
import { readField, withUncertain } from "./output-fields.js";
import type { PlanView } from "./plan-view.js";

export type SourceAnswers =
  /** Nothing limits the field; labels are checked when the output arrives. */
  | { readonly kind: "any" }
  /** Labels as the question writes them; a boolean is `yes` and `no`. */
  | { readonly kind: "finite"; readonly labels: readonly string[] }
  /** The field is declared to hold what no question can be answered with. */
  | { readonly kind: "unusable" };

/** One question of a route, with the answers it knows and those it can get. */
export interface AnswerSheet {
  readonly question: Question;
  /** Its labels and `uncertain`; any option and `uncertain` where a task gives the options; empty for a pick. */
  readonly known: ReadonlySet<string>;
  /** Those of `known` that can be given, in declaration order with `uncertain` last. */
  readonly possible: ReadonlySet<string>;
}

/** The answer sheets of a route by question id; of two questions with one id, the first. */
export function answerSheets(plan: PlanView, route: RouteTask): ReadonlyMap<string, AnswerSheet> {
  const made = plan.answerSheets.get(route);
  if (made) return made;
  const sheets = new Map<string, AnswerSheet>();
  for (const question of route.questions) {
    if (sheets.has(question.id)) continue;
    const known = knownAnswers(question);
    const possible = possibleOf(plan, route, question, known);
    sheets.set(question.id, { question, known, possible });
  }
  plan.answerSheets.set(route, sheets);
  return sheets;
}

/** What a condition may list; options that another task gives are one, whatever they turn out to be. */
function knownAnswers(question: Question): ReadonlySet<string> {
  if (isDynamic(question)) return new Set([ANY_OPTION, UNCERTAIN]);
  return new Set(withUncertain(labelsOf(question)));
}

/** A choice among options that another task gives. */
type DynamicChoice = Question & { readonly type: "choice"; readonly options: OutputField };

/** Whether the options of a question are known only at run time. */
export function isDynamic(question: Question): question is DynamicChoice {
  return question.type === "choice" && "task" in question.options;
}

/** A label as messages print it. */
export function answerWords(label: string): string {
  return label === ANY_OPTION ? "any option" : label;
}

function possibleOf(
  plan: PlanView,
  route: RouteTask,
  question: Question,
  known: ReadonlySet<string>,
): ReadonlySet<string> {
  if (route.decider.kind !== "output") return known;
  const producer = plan.task(route.decider.task);
  if (!producer) return known;
  const answers = sourceAnswers(plan, route, producer, question);
  if (answers.kind !== "finite") return known;
  const given = new Set(answers.labels);
  return new Set([...known].filter((label) => given.has(label)));
}

/** What the field of a question's name in the source's output can answer. */
export function sourceAnswers(
  plan: PlanView,
  route: RouteTask,
  producer: Task,
  question: Question,
): SourceAnswers {
  const reading = readField(plan, producer, question.id, route);
  if (reading.kind === "open") return { kind: "any" };
  if (reading.kind !== "typed") return { kind: "unusable" };
  return typeAnswers(plan, reading.type);
}

function typeAnswers(plan: PlanView, type: FieldType): SourceAnswers {
  switch (type.kind) {
    case "labels":
      return { kind: "finite", labels: type.labels };
    case "token":
      return type.token === "boolean"
        ? { kind: "finite", labels: ["yes", "no"] }
        : { kind: "unusable" };
    case "schema": {
      const { values, hasSeveralTypes } = plan.schemas.factsOf(type.schema);
      if (values === undefined || hasSeveralTypes) return { kind: "unusable" };
      const labels = values.map((value) => {
        if (typeof value === "boolean") return value ? "yes" : "no";
        return typeof value === "string" ? value : JSON.stringify(value);
      });
      return { kind: "finite", labels };
    }
  }
}
