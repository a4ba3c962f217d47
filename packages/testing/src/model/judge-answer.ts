/** Answers of decision models, of people and of the clock, checked question by question. */
import { type JsonValue, type Question, type RouteTask, UNCERTAIN } from "@crucible/core";
import type { RouteAnswer } from "@crucible/executor/machine";
import type { Offers } from "./offers.js";
import type { Closed } from "./state.js";

/** The route's row: a label, several labels or picked values a question; a failure when the answer does not fit. */
export function judgeAnswer(task: RouteTask, answer: RouteAnswer, offers: Offers): Closed {
  const asked = task.questions.map(({ id }) => id);
  if (answer.kind !== "expired") {
    const given = answer.kind === "model" ? answer.probabilities : answer.choices;
    if ([...given.keys()].some((id) => !asked.includes(id))) return { status: "fail" };
    if (asked.some((id) => !given.has(id))) return { status: "fail" };
  }
  const output: { [question: string]: JsonValue } = {};
  for (const question of task.questions) {
    const record = recordOf(task, question, answer, offers.get(question.id) ?? []);
    if (record === undefined) return { status: "fail" };
    output[question.id] = record;
  }
  return { status: "pass", output };
}

function recordOf(
  task: RouteTask,
  question: Question,
  answer: RouteAnswer,
  options: readonly string[],
): JsonValue | undefined {
  switch (answer.kind) {
    case "expired":
      return question.type === "pick" ? [] : { label: UNCERTAIN };
    case "model":
      return likeliest(task, options, answer.probabilities.get(question.id) ?? new Map());
    case "person":
      return chosen(question, options, answer.choices.get(question.id) ?? []);
  }
}

/** The likeliest label, the first declared among equals, if it is likely enough (ROUTE-018, ROUTE-020). */
function likeliest(
  task: RouteTask,
  options: readonly string[],
  given: ReadonlyMap<string, number>,
): JsonValue | undefined {
  const labels = [...options, UNCERTAIN];
  for (const [label, probability] of given) {
    const isProbability = probability >= 0 && probability <= 1;
    if (!labels.includes(label) || !isProbability) return undefined;
  }
  const most = Math.max(...given.values());
  const best = labels.find((label) => given.get(label) === most);
  const needed = task.decider.kind === "model" ? task.decider.minConfidence : 0;
  return { label: best === undefined || most < needed ? UNCERTAIN : best };
}

/** One of the options, or distinct ones where several may be chosen (HUMAN-025 to HUMAN-027). */
function chosen(
  question: Question,
  options: readonly string[],
  choice: readonly string[],
): JsonValue | undefined {
  const several = "multiple" in question && question.multiple;
  if (choice.length === 0 || (choice.length > 1 && !several)) return undefined;
  if (new Set(choice).size < choice.length) return undefined;
  if (!choice.every((option) => options.includes(option))) return undefined;
  if (question.type === "pick") return [...choice];
  const [first = UNCERTAIN] = choice;
  return several ? { label: first, labels: [...choice] } : { label: first };
}
