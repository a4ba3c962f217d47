/** Results that the engine makes itself: the best of a reducer and the answers of an output-decided route. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  labelsOf,
  ownField,
  type RouteTask,
  type TopKTask,
  UNCERTAIN,
} from "@crucible/core";
import type { Closed, View } from "./state.js";

/** Ties keep the order of declaration, so the inputs are given in it (EXEC-082). */
export function keepBest(task: TopKTask, inOrder: readonly string[], view: View): Closed {
  const ranked: { task: string; score: number }[] = [];
  for (const name of inOrder) {
    const row = view(name);
    if (row?.status !== "pass") continue;
    const score = isJsonObject(row.output) ? ownField(row.output, "score") : undefined;
    if (typeof score !== "number" || !Number.isFinite(score)) return { status: "fail" };
    ranked.push({ task: name, score });
  }
  const sign = task.direction === "lower" ? 1 : -1;
  ranked.sort((a, b) => sign * (a.score - b.score));
  return { status: "pass", output: { kept: ranked.slice(0, task.k) } };
}

export function answerRoute(task: RouteTask, source: string, view: View): Closed {
  const row = view(source);
  // No rule says that a skipped source has nothing to say: the output it gave contributes like a passing one's.
  const contributes = row?.status === "pass" || row?.status === "skipped";
  if (!contributes || !isJsonObject(row.output)) return { status: "fail" };
  const output: { [key: string]: JsonValue } = {};
  for (const question of task.questions) {
    const answer = answerOf(row.output, question.id, question.type === "noul");
    const labels = labelsOf(question) ?? [];
    if (answer === undefined || (answer !== UNCERTAIN && !labels.includes(answer)))
      return { status: "fail" };
    output[question.id] = { label: answer };
  }
  return { status: "pass", output };
}

function answerOf(output: JsonObject, id: string, noul: boolean): string | undefined {
  const value = ownField(output, id);
  if (noul && typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? value : undefined;
}
