/**
 * What a decision model's port says it came to, checked, and made such as a log can hold. Whether the answer fits the
 * questions is the machine's to judge.
 */
import type { DecisionOutcome } from "@crucible/core";
import {
  costProblem,
  isText,
  modelProblem,
  type Reading,
  readSaid,
  type Said,
  transportProblem,
  whole,
  wholeModel,
  wrong,
} from "../ports/said.js";

type Answered = Extract<DecisionOutcome, { kind: "answered" }>;

export function readDecisionOutcome(given: DecisionOutcome): Reading<DecisionOutcome> {
  return readSaid(given, problemOf, wellFormed);
}

function problemOf(said: Said): string | undefined {
  return costProblem(said) ?? kindProblem(said);
}

function kindProblem(said: Said): string | undefined {
  switch (said["kind"]) {
    case "answered":
      return modelProblem(said) ?? answerProblem(said);
    case "refused":
      return modelProblem(said) ?? (isText(said["note"]) ? undefined : wrong("note"));
    case "transport":
      return transportProblem(said);
    default:
      return wrong("kind");
  }
}

function answerProblem({ probabilities, positions }: Said): string | undefined {
  const isTable = probabilities instanceof Map && [...probabilities.values()].every(isFigures);
  if (!isTable) return wrong("probabilities");
  return positions === undefined || isFigures(positions) ? undefined : wrong("positions");
}

function isFigures(value: unknown): boolean {
  return value instanceof Map && [...value.values()].every((figure) => typeof figure === "number");
}

function wellFormed(outcome: DecisionOutcome): DecisionOutcome {
  switch (outcome.kind) {
    case "answered":
      return answered(outcome);
    case "refused":
      return { ...outcome, note: whole(outcome.note), model: wholeModel(outcome.model) };
    case "transport":
      return { ...outcome, detail: whole(outcome.detail) };
  }
}

function answered(outcome: Answered): Answered {
  const { probabilities, positions, model } = outcome;
  const tables = [...probabilities].map(([id, table]) => [id, unsigned(table)] as const);
  const sound = { ...outcome, probabilities: new Map(tables), model: wholeModel(model) };
  return positions === undefined ? sound : { ...sound, positions: unsigned(positions) };
}

/** A log would read -0 back as the 0 that it equals. */
function unsigned(figures: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...figures].map(([name, figure]) => [name, figure + 0]));
}
