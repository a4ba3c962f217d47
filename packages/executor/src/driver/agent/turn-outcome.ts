/** What a harness says a turn came to, checked, and its texts made such as a log can hold. */
import type { TurnOutcome } from "@crucible/core";
import {
  costProblem,
  isText,
  isTexts,
  modelProblem,
  type Reading,
  readSaid,
  type Said,
  transportProblem,
  whole,
  wholeModel,
  wrong,
} from "../ports/said.js";

export function readTurnOutcome(given: TurnOutcome): Reading<TurnOutcome> {
  return readSaid(given, problemOf, wellFormed);
}

function problemOf(said: Said): string | undefined {
  const survivors = isTexts(said["survivors"]) ? undefined : wrong("survivors");
  return modelProblem(said) ?? survivors ?? costProblem(said) ?? kindProblem(said);
}

function kindProblem(said: Said): string | undefined {
  switch (said["kind"]) {
    case "completed":
      return completedProblem(said);
    case "failed":
      return failedProblem(said);
    case "transport":
      return transportProblem(said);
    case "aborted":
      return undefined;
    default:
      return wrong("kind");
  }
}

function completedProblem({ text, denials, cursor }: Said): string | undefined {
  if (!isText(text)) return wrong("text");
  if (!isTexts(denials)) return wrong("denials");
  return cursor === undefined || isText(cursor) ? undefined : wrong("cursor");
}

function failedProblem({ note, text, exitCode }: Said): string | undefined {
  if (!isText(note)) return wrong("note");
  if (!isText(text)) return wrong("text");
  return exitCode === undefined || Number.isSafeInteger(exitCode) ? undefined : wrong("exitCode");
}

function wellFormed(outcome: TurnOutcome): TurnOutcome {
  const common = { model: wholeModel(outcome.model), survivors: outcome.survivors.map(whole) };
  switch (outcome.kind) {
    case "completed": {
      const denials = outcome.denials.map(whole);
      return { ...outcome, ...common, denials, text: whole(outcome.text) };
    }
    case "failed":
      return { ...outcome, ...common, note: whole(outcome.note), text: whole(outcome.text) };
    case "transport":
      return { ...outcome, ...common, detail: whole(outcome.detail) };
    case "aborted":
      return { ...outcome, ...common };
  }
}
