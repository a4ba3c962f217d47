/**
 * Checks the answer of a decision model or a person against a route's questions and makes the route's output of it. An
 * answer that does not fit fails the route (ROUTE-018, ROUTE-020, HUMAN-025 to HUMAN-027).
 */
import {
  type JsonObject,
  type JsonValue,
  labelsOf,
  type Question,
  type RouteTask,
  UNCERTAIN,
  unreachable,
} from "@crucible/core";
import type { RouteAnswer } from "../fact.js";
import { failed, type Judgement, shown } from "../judge/judgement.js";
import { certain, record, several, table, uncertain } from "./answer-record.js";

/** `offers` holds the options that are known only at run time, by question id. */
export type OfferedValues = ReadonlyMap<string, readonly string[]>;

type Answered = { readonly value: JsonValue } | { readonly problem: string };

export function judgeAnswer(
  route: RouteTask,
  answer: RouteAnswer,
  offers: OfferedValues,
): Judgement {
  const extra = extraQuestion(route, answer);
  if (extra !== undefined)
    return failed(`the answer names a question ${shown(extra)} that the route does not ask`);
  const answers: [string, JsonValue][] = [];
  for (const question of route.questions) {
    const answered = answerOf(route, question, answer, offers);
    if ("problem" in answered) return failed(answered.problem);
    answers.push([question.id, answered.value]);
  }
  const decision = decisionOf(answer);
  if (decision) answers.push(["decision", decision]);
  const note = answer.kind === "model" ? (answer.note ?? "") : "";
  return { status: "pass", note, output: table(answers) };
}

function extraQuestion(route: RouteTask, answer: RouteAnswer): string | undefined {
  const given =
    answer.kind === "model"
      ? answer.probabilities
      : answer.kind === "person"
        ? answer.choices
        : new Map<string, unknown>();
  return [...given.keys()].find((id) => !route.questions.some((question) => question.id === id));
}

function answerOf(
  route: RouteTask,
  question: Question,
  answer: RouteAnswer,
  offers: OfferedValues,
): Answered {
  switch (answer.kind) {
    case "model":
      return fromModel(route, question, answer, offers);
    case "person":
      return fromPerson(question, answer.choices.get(question.id), offers);
    case "expired":
      return { value: question.type === "pick" ? [] : uncertain() };
    default:
      return unreachable(answer);
  }
}

function optionsOf(question: Question, offers: OfferedValues): readonly string[] {
  return labelsOf(question) ?? offers.get(question.id) ?? [];
}

function fromModel(
  route: RouteTask,
  question: Question,
  { probabilities, positions }: Extract<RouteAnswer, { kind: "model" }>,
  offers: OfferedValues,
): Answered {
  const given = probabilities.get(question.id);
  const position = question.type === "score" ? positions?.get(question.id) : undefined;
  const place = `question ${JSON.stringify(question.id)}`;
  if (!given) return { problem: `the decision leaves out ${place}` };
  const options = optionsOf(question, offers);
  for (const [label, probability] of given) {
    if (label !== UNCERTAIN && !options.includes(label)) {
      return { problem: `the decision gives ${place} an undeclared option ${shown(label)}` };
    }
    if (!(probability >= 0 && probability <= 1)) {
      return { problem: `the decision gives ${place} a probability that is not from 0 to 1` };
    }
  }
  const highest = options.length - 1;
  if (position !== undefined && !(position >= 0 && position <= highest)) {
    return { problem: `the decision gives ${place} a position that is not from 0 to ${highest}` };
  }
  return { value: chosen(route, [...options, UNCERTAIN], given, position) };
}

/** The likeliest label, the one declared first among equals; uncertain when it is not likely enough. */
function chosen(
  route: RouteTask,
  options: readonly string[],
  given: ReadonlyMap<string, number>,
  position: number | undefined,
): JsonObject {
  let best: string = UNCERTAIN;
  let confidence = 0;
  for (const label of options) {
    const probability = given.get(label) ?? 0;
    if (probability <= confidence) continue;
    best = label;
    confidence = probability;
  }
  const needed = route.decider.kind === "model" ? route.decider.minConfidence : 0;
  return record(confidence < needed ? UNCERTAIN : best, confidence, given, position);
}

function fromPerson(
  question: Question,
  chosenOptions: readonly string[] | undefined,
  offers: OfferedValues,
): Answered {
  const place = `question ${JSON.stringify(question.id)}`;
  if (!chosenOptions || chosenOptions.length === 0)
    return { problem: `the answer leaves out ${place}` };
  const options = optionsOf(question, offers);
  const stray = chosenOptions.find((option) => !options.includes(option));
  if (stray !== undefined)
    return { problem: `the answer gives ${place} ${shown(stray)}, which it does not offer` };
  const multiple = (question.type === "choice" || question.type === "pick") && question.multiple;
  if (!multiple && chosenOptions.length > 1)
    return { problem: `the answer gives ${place} more than one option` };
  if (new Set(chosenOptions).size < chosenOptions.length) {
    return { problem: `the answer gives ${place} one option twice` };
  }
  if (question.type === "pick") return { value: [...chosenOptions] };
  return { value: multiple ? several([...chosenOptions]) : certain(chosenOptions[0] ?? UNCERTAIN) };
}

function decisionOf(answer: RouteAnswer): JsonObject | undefined {
  switch (answer.kind) {
    case "model":
      return undefined;
    case "person":
      return {
        decided_by: answer.decidedBy,
        decided_at: answer.decidedAt,
        evidence_digest: answer.evidenceDigest,
        note: answer.note,
      };
    case "expired":
      return { outcome: "expired", decided_by: null, evidence_digest: answer.evidenceDigest };
    default:
      return unreachable(answer);
  }
}
