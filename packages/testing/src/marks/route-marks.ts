/** Marks of routes: who answered, and what became of the answer. */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
  type RouteTask,
  type Task,
  type TaskResult,
  UNCERTAIN,
} from "@crucible/core";
import type { Mark } from "./mark-names.js";

export function routeMarks(row: TaskResult, task: Task): readonly Mark[] {
  if (task.kind !== "route") return [];
  switch (task.decider.kind) {
    case "model":
      return modelMarks(row, task);
    case "human":
      return personMarks(row);
    case "output":
      return [];
  }
}

function modelMarks(row: TaskResult, task: RouteTask): readonly Mark[] {
  if (misfits(row)) return ["decision that does not fit"];
  const below = recordsOf(row).some((record) => {
    const confidence = ownField(record, "confidence");
    const isUncertain = ownField(record, "label") === UNCERTAIN;
    const needed = task.decider.kind === "model" ? task.decider.minConfidence : 0;
    return isUncertain && typeof confidence === "number" && confidence < needed;
  });
  return below ? ["decision below its threshold"] : [];
}

function personMarks(row: TaskResult): readonly Mark[] {
  if (row.status === "fail" && row.attempts === 0) return ["nothing to pick from"];
  if (misfits(row)) return ["answer that does not fit"];
  const decision = isJsonObject(row.output) ? ownField(row.output, "decision") : undefined;
  if (!isJsonObject(decision)) return [];
  if (ownField(decision, "outcome") === "expired") return ["request expired"];
  const values: readonly JsonValue[] = isJsonObject(row.output) ? Object.values(row.output) : [];
  const labels = recordsOf(row).map((record) => ownField(record, "labels"));
  return [
    "answered by a person",
    ...(values.some((value) => Array.isArray(value)) ? (["values picked"] as const) : []),
    ...(labels.some((several) => Array.isArray(several) && several.length > 1)
      ? (["several answers chosen"] as const)
      : []),
  ];
}

/** An answer came and failed the route. */
function misfits(row: TaskResult): boolean {
  return row.status === "fail" && / (question|answer)/.test(` ${row.note}`);
}

function recordsOf(row: TaskResult): readonly JsonObject[] {
  if (!isJsonObject(row.output)) return [];
  return Object.entries(row.output).flatMap(([id, record]) =>
    id !== "decision" && isJsonObject(record) ? [record] : [],
  );
}
