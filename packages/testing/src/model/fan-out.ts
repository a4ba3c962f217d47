/** Items of a fan-out, what each of them sees, and what they come to together. */
import { isJsonObject, type JsonValue, ownField, type Task, type TaskStatus } from "@crucible/core";
import type { ModelRow } from "./state.js";

/** The keys to run over, or `undefined` when the list cannot be used. */
export function expandItems(
  task: Task,
  view: (name: string) => ModelRow | undefined,
): readonly string[] | undefined {
  const source = task.over && view(task.over.task);
  if (source?.status !== "pass" || !isJsonObject(source.output)) return undefined;
  const list = ownField(source.output, task.over?.field ?? "");
  if (!Array.isArray(list) || list.length > (task.maxFanout ?? 0)) return undefined;
  const keys: string[] = [];
  for (const item of list) {
    if (typeof item !== "string" || item === "" || /[[\]]/.test(item) || keys.includes(item))
      return undefined;
    keys.push(item);
  }
  return keys;
}

/** Whether two tasks map over the same list, so that an item of one sees the other's item of the same key. */
export function aligned(task: Task, other: Task | undefined): boolean {
  return (
    task.over !== undefined &&
    task.over.task === other?.over?.task &&
    task.over.field === other.over.field
  );
}

/** Fail when any failed, not taken when there were some and none was taken, else pass. */
export function foldOf(instances: ReadonlyMap<string, ModelRow>): {
  readonly status: TaskStatus;
  readonly output: JsonValue;
} {
  const rows = [...instances.values()];
  const passed = rows.filter((row) => row.status === "pass").length;
  const notTaken = rows.filter((row) => row.status === "not_taken").length;
  const failed = rows.length - passed - notTaken;
  const status = failed > 0 ? "fail" : rows.length > 0 && passed === 0 ? "not_taken" : "pass";
  return {
    status,
    output: {
      instances: rows.length,
      passed,
      failed,
      not_taken: notTaken,
      order: [...instances.keys()],
    },
  };
}
