/** Joins and conditions, said once more in the plainest way. */
import {
  type BlockedReason,
  isJsonObject,
  type JsonValue,
  ownField,
  type Task,
  type TaskStatus,
} from "@crucible/core";
import type { ModelRow } from "./model.js";

/** A result that needs no attempt. */
export interface Closed {
  readonly status: TaskStatus;
  readonly reason?: BlockedReason;
  readonly output?: JsonValue;
  readonly costNano?: number;
}

type View = (name: string) => ModelRow | undefined;

/** What a task settles as without running, its dependencies being settled; `undefined` when it may run. */
export function joinAndWhen(
  task: Task,
  view: View,
  passedInstances: (name: string) => boolean,
  byName: ReadonlyMap<string, Task>,
): Closed | undefined {
  const route = task.when && view(task.when.task);
  const aligned = task.when !== undefined && byName.get(task.when.task)?.over !== undefined;
  const holds = !task.when || aligned || (route?.status === "pass" && answers(task, route));
  const routeFailed =
    route !== undefined && route.status !== "pass" && route.status !== "not_taken";
  if (!holds && !routeFailed) return { status: "not_taken" };
  return joined(task, view, passedInstances) ?? (holds ? undefined : { status: "not_taken" });
}

function joined(
  task: Task,
  view: View,
  passedInstances: (name: string) => boolean,
): Closed | undefined {
  const statuses = task.dependsOn.map((name) => ({ name, status: view(name)?.status }));
  if (task.join === "settled") return undefined;
  if (task.join === "passed") {
    const some = statuses.some(({ name, status }) => status === "pass" || passedInstances(name));
    return some ? undefined : { status: "fail" };
  }
  const missing = statuses.filter(
    ({ name, status }) =>
      status !== "pass" && !(status === "not_taken" && task.optional.includes(name)),
  );
  if (missing.length === 0) return undefined;
  // What was not taken is a branch, whatever else stopped: nothing of it was asked for.
  if (missing.some(({ status }) => status === "not_taken")) return { status: "not_taken" };
  if (missing.every(({ status }) => status === "skipped")) return { status: "skipped" };
  return { status: "blocked", reason: "dependency_did_not_pass" };
}

function answers(task: Task, route: ModelRow): boolean {
  const record = isJsonObject(route.output)
    ? ownField(route.output, task.when?.question ?? "")
    : undefined;
  const label = isJsonObject(record) ? ownField(record, "label") : undefined;
  return typeof label === "string" && (task.when?.is.includes(label) ?? false);
}
