/** What a pick offers: the distinct strings of a list in a dependency's output (HUMAN-004, HUMAN-008). */
import { isJsonObject, labelsOf, ownField, type Question, type Task } from "@crucible/core";
import type { View } from "./state.js";

/** The options of each question, by its id. */
export type Offers = ReadonlyMap<string, readonly string[]>;

/** `undefined` where a question has nothing to offer; no options at all for what is no route. */
export function offersOf(task: Task, view: View): Offers | undefined {
  const offers = new Map<string, readonly string[]>();
  if (task.kind !== "route") return offers;
  for (const question of task.questions) {
    const options = labelsOf(question) ?? pickedFrom(question, view);
    if (options === undefined) return undefined;
    offers.set(question.id, options);
  }
  return offers;
}

function pickedFrom(question: Question, view: View): readonly string[] | undefined {
  if (question.type !== "pick") throw new Error(`the model does not know ${question.type}`);
  const row = view(question.source.task);
  if (row?.status !== "pass" || !isJsonObject(row.output)) return undefined;
  const list = ownField(row.output, question.source.field);
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const texts = list.filter((item) => typeof item === "string");
  return texts.length === list.length ? [...new Set(texts)] : undefined;
}
