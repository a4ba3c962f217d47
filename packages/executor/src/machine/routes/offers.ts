/**
 * What questions offer whose options come from another task's output: the values of a pick, the options of a dynamic
 * choice. Known when the route's turn comes; a source that offers nothing fails the route before anyone is asked
 * (HUMAN-008).
 */
import type { JsonValue, OutputField, Question, RouteTask } from "@crucible/core";
import { offerSource } from "../graph/reads.js";
import type { Settled } from "../state/instance.js";

export type Offers =
  | { readonly values: ReadonlyMap<string, readonly string[]> }
  | { readonly problem: string };

/** The most options that a decision model chooses from. */
const DYNAMIC_OPTIONS_MAX = 64;

export function offersOf(
  route: RouteTask,
  resultOf: (task: string) => Settled | undefined,
): Offers {
  const values = new Map<string, readonly string[]>();
  for (const question of route.questions) {
    const source = offerSource(question);
    if (!source) continue;
    const offer = offered(question, source, resultOf(source.task));
    if (typeof offer === "string") return { problem: offer };
    values.set(question.id, offer);
  }
  return { values };
}

function offered(
  question: Question,
  source: OutputField,
  result: Settled | undefined,
): readonly string[] | string {
  const name = `${source.task}.${source.field}`;
  if (result?.status !== "pass") return `${source.task} produced no output to choose from`;
  const list = result.kept?.get(source.field);
  if (list === undefined) return `${name} is absent from what ${source.task} emitted`;
  if (!Array.isArray(list)) return `${name} is not a list`;
  const stray = (list as readonly JsonValue[]).findIndex((item) => typeof item !== "string");
  if (stray >= 0) return `${name}[${stray}] is not a string`;
  const distinct = [...new Set(list as readonly string[])];
  if (distinct.length === 0) {
    return question.type === "pick"
      ? `${name} is empty, so there is nothing to pick`
      : `${name} is empty, so there is nothing to choose`;
  }
  if (question.type === "pick") return distinct;
  if (distinct.length < 2 || distinct.length > DYNAMIC_OPTIONS_MAX) {
    return `${name} offers ${distinct.length} distinct options; a choice takes 2 to ${DYNAMIC_OPTIONS_MAX}`;
  }
  return distinct;
}
