/** What a desk says of a request, checked, and its texts made such as a log can hold. */
import type { DeskAnswer, DeskState } from "@crucible/core";
import {
  isText,
  isTexts,
  problemWith,
  type Reading,
  readSaid,
  type Said,
  whole,
  wrong,
} from "../ports/said.js";
import { LAST_MOMENT_MS } from "../time/engine-time.js";

export function readDeskState(given: DeskState): Reading<DeskState> {
  return readSaid(given, problemOf, wellFormed);
}

function problemOf(said: Said): string | undefined {
  if (!isText(said["request"])) return wrong("request");
  switch (said["kind"]) {
    case "open":
      if (!isInstant(said["expiresAtMs"])) return wrong("expiresAtMs");
      return isText(said["evidenceDigest"]) ? undefined : wrong("evidenceDigest");
    case "answered":
      return problemWith(said["answer"], answerProblem);
    case "withdrawn":
      return undefined;
    default:
      return wrong("kind");
  }
}

/** Whether it is a moment of wall time that can be written down. */
function isInstant(value: unknown): boolean {
  return typeof value === "number" && value >= 0 && value <= LAST_MOMENT_MS;
}

function answerProblem(answer: Said): string | undefined {
  const { choices, note } = answer;
  if (!(choices instanceof Map) || ![...choices.values()].every(isTexts)) return wrong("choices");
  for (const field of ["decidedBy", "decidedAt", "evidenceDigest"]) {
    if (!isText(answer[field])) return wrong(field);
  }
  return note === null || isText(note) ? undefined : wrong("note");
}

function wellFormed(state: DeskState): DeskState {
  switch (state.kind) {
    case "open":
      return {
        ...state,
        request: whole(state.request),
        evidenceDigest: whole(state.evidenceDigest),
      };
    case "answered":
      return { ...state, answer: wellFormedAnswer(state.answer) };
    case "withdrawn":
      return state;
  }
}

function wellFormedAnswer(answer: DeskAnswer): DeskAnswer {
  const { choices, decidedBy, decidedAt, evidenceDigest, note } = answer;
  return {
    choices: new Map([...choices].map(([id, options]) => [id, options.map(whole)])),
    decidedBy: whole(decidedBy),
    decidedAt: whole(decidedAt),
    evidenceDigest: whole(evidenceDigest),
    note: note === null ? null : whole(note),
  };
}
