/** Random answers of decision models and people: mostly fitting, now and then not. */
import { labelsOf, type Question, type RouteTask, UNCERTAIN } from "@crucible/core";
import type { AttemptEnd, RouteAnswer } from "@crucible/executor/machine";
import type { Chance } from "./chance.js";

/** What picks offer, by question id. */
export type Offered = ReadonlyMap<string, readonly string[]>;

/** How one attempt of a route ends that a model or a person answers. */
export function routeEndByChance(
  task: RouteTask,
  chance: Chance,
  calm: boolean,
  offered: Offered = new Map(),
): AttemptEnd {
  const trouble = chance.below(calm ? 24 : 12);
  if (trouble < 2) {
    const cause = task.decider.kind === "human" ? "orchestrator" : "provider";
    return { kind: "transport", cause, detail: "no answer", retryable: !chance.oneIn(5) };
  }
  if (trouble === 2) return { kind: "refused", note: "it was withdrawn" };
  const isPerson = task.decider.kind === "human";
  if (trouble === 3 && isPerson) return { kind: "deadline", limit: "task" };
  return { kind: "answered", answer: answerByChance(task, chance, calm, offered) };
}

function answerByChance(
  task: RouteTask,
  chance: Chance,
  calm: boolean,
  offered: Offered,
): RouteAnswer {
  const { questions } = task;
  const stray = !calm && chance.oneIn(10);
  if (task.decider.kind === "model") {
    const probabilities = new Map(
      questions.map((question) => [question.id, distribution(question, chance, stray)] as const),
    );
    return { kind: "model", probabilities: astray(probabilities, chance, stray) };
  }
  if (chance.oneIn(8)) return { kind: "expired", evidenceDigest: "digest" };
  const choices = new Map(
    questions.map((question) => [question.id, choice(question, chance, offered)] as const),
  );
  return {
    kind: "person",
    choices: astray(choices, chance, stray),
    decidedBy: "ada",
    decidedAt: "2026-01-01T00:00:00.000Z",
    evidenceDigest: "digest",
    note: null,
  };
}

/** A question left out, or one that nobody asked. */
function astray<T>(given: ReadonlyMap<string, T>, chance: Chance, stray: boolean): Map<string, T> {
  const map = new Map(given);
  const [first] = map;
  if (!stray || !first) return map;
  if (chance.oneIn(2)) map.delete(first[0]);
  else map.set("unasked", first[1]);
  return map;
}

function distribution(question: Question, chance: Chance, stray: boolean): Map<string, number> {
  const labels = labelsOf(question) ?? [];
  const given = new Map<string, number>();
  const first = chance.pick([...labels, UNCERTAIN]);
  given.set(first, chance.pick([1, 0.95, 0.9, 0.7, 0.5, 0.3]));
  const second = chance.pick(labels);
  if (second !== first) given.set(second, chance.pick([0, 0.05, 0.3, 0.5]));
  if (stray && chance.oneIn(2)) given.set("elsewhere", 0);
  else if (stray) given.set(first, chance.pick([1.5, -1, Number.NaN]));
  return given;
}

function choice(question: Question, chance: Chance, offered: Offered): readonly string[] {
  const options = labelsOf(question) ?? offered.get(question.id) ?? ["a"];
  const several = "multiple" in question && question.multiple;
  if (chance.oneIn(12)) return chance.pick([[], [UNCERTAIN], ["elsewhere"], options.slice(0, 2)]);
  if (!several || chance.oneIn(2)) return [chance.pick(options)];
  const from = chance.below(options.length);
  return [...options.slice(from), ...options.slice(0, chance.below(from + 1))];
}
