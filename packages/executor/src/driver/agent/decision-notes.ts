/**
 * Notes that people wrote when they decided, taken out of what an agent reads: they are text from outside, and stand in a
 * region of their own (HUMAN-044). Only a person's route has a decision, and it may be read plainly, as a settled entry,
 * or among the tasks of a run's outcome.
 */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";

export interface WithoutNotes {
  readonly inputs: JsonObject;
  /** By the route that was decided. */
  readonly notes: ReadonlyMap<string, string>;
}

/** What stands in a note's place. */
const ELSEWHERE = "(below, among the notes of people)";

export function withoutNotes(
  inputs: JsonObject,
  isPersons: (name: string) => boolean,
): WithoutNotes {
  const notes = new Map<string, string>();
  const cleaned = entriesOf(inputs, isPersons, notes);
  const outcome = ownField(inputs, "outcome");
  if (isJsonObject(outcome)) {
    const tasks = ownField(outcome, "tasks");
    if (isJsonObject(tasks)) {
      cleaned.set("outcome", { ...outcome, tasks: objectOf(entriesOf(tasks, isPersons, notes)) });
    }
  }
  return notes.size === 0 ? { inputs, notes } : { inputs: objectOf(cleaned), notes };
}

function entriesOf(
  entries: JsonObject,
  isPersons: (name: string) => boolean,
  notes: Map<string, string>,
): Map<string, JsonValue> {
  const cleaned = new Map<string, JsonValue>();
  for (const [name, value] of Object.entries(entries)) {
    cleaned.set(name, isPersons(name) ? cleanedEntry(name, value, notes) : value);
  }
  return cleaned;
}

function cleanedEntry(name: string, value: JsonValue, notes: Map<string, string>): JsonValue {
  if (!isJsonObject(value)) return value;
  const output = ownField(value, "output");
  if (isJsonObject(output)) return { ...value, output: cleanedEntry(name, output, notes) };
  const decision = ownField(value, "decision");
  if (!isJsonObject(decision)) return value;
  const note = ownField(decision, "note");
  if (typeof note !== "string") return value;
  notes.set(name, note);
  return { ...value, decision: { ...decision, note: ELSEWHERE } };
}

/** Names of tasks are anything, `__proto__` included. */
function objectOf(fields: ReadonlyMap<string, JsonValue>): JsonObject {
  return Object.fromEntries(fields);
}
