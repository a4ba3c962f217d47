/** What judging the end of an attempt gives, and the short texts that several judges share. */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";
import type { ResultReading } from "../fact.js";

export interface Judgement {
  /** What the attempt comes to, before declared fields and files are checked. */
  readonly status: "pass" | "fail" | "skipped" | "transport";
  readonly note: string;
  /** What the row carries as output; `undefined` when none is kept. */
  readonly output: JsonValue | undefined;
  /** Of a transport failure: whether trying again can help. */
  readonly retryable?: boolean;
}

/** How much of a text that a task wrote itself goes into a note. */
const OWN_NOTE_CHARACTERS_MAX = 4_000;
/** How much of a value goes into a note. */
const VALUE_CHARACTERS_MAX = 80;

export const NO_OUTPUT = "no output: expected a JSON result on the last stdout line";

export function failed(note: string, output?: JsonValue): Judgement {
  return { status: "fail", note, output };
}

/** Why a reading is no value. */
export function readingNote(reading: Exclude<ResultReading, { kind: "value" }>): string {
  switch (reading.kind) {
    case "none":
      return reading.from === "file"
        ? "turn ended without writing PLAN_TASK_RESULT.json — nothing to grade"
        : NO_OUTPUT;
    case "not_json":
      return reading.from === "file"
        ? `PLAN_TASK_RESULT.json is not valid JSON: ${reading.error}`
        : `last stdout line is not JSON (${reading.error}): ${reading.line}`;
    case "refused":
      return reading.problem;
  }
}

/** A task's own words about itself: the non-empty string field `note`. */
export function ownNote(output: JsonValue | undefined): string | undefined {
  if (!isJsonObject(output)) return undefined;
  const note = ownField(output, "note");
  if (typeof note !== "string" || note.trim() === "") return undefined;
  return bounded(note.trim(), OWN_NOTE_CHARACTERS_MAX);
}

/** A task that narrows its own end: `fail` and `skipped` count, every other value is ignored (EXEC-135 to EXEC-141). */
export function declaredStatus(output: JsonObject): "fail" | "skipped" | undefined {
  const status = ownField(output, "status");
  return status === "fail" || status === "skipped" ? status : undefined;
}

export function declared(status: "fail" | "skipped", output: JsonObject): Judgement {
  return { status, note: ownNote(output) ?? `task declared status=${status}`, output };
}

/** A value in a note: JSON, cut when it is long. */
export function shown(value: JsonValue): string {
  return bounded(JSON.stringify(value), VALUE_CHARACTERS_MAX);
}

/** At most so many characters, whole ones, with an ellipsis for the rest. */
export function bounded(text: string, charactersMax: number): string {
  // A character takes one or two units, so these units hold one character more than fits, if there is one.
  const characters = [...text.slice(0, 2 * charactersMax + 1)];
  if (characters.length <= charactersMax) return text;
  return `${characters.slice(0, charactersMax).join("")}…`;
}
