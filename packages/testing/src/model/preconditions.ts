/** Joins and conditions, said once more in the plainest way. */
import { isJsonObject, ownField, type Task } from "@crucible/core";
import { aligned } from "./fan-out.js";
import { type Closed, instanceRows, type ModelRow, type ModelState, type View } from "./state.js";

/** What a task settles as without running, its dependencies being settled; `undefined` when it may run. */
export function joinAndWhen(state: ModelState, task: Task, view: View): Closed | undefined {
  const when = conditionOf(state, task, view);
  if (when === "answered otherwise") return { status: "not_taken" };
  return joined(state, task, view) ?? (when === "holds" ? undefined : { status: "not_taken" });
}

function conditionOf(
  state: ModelState,
  task: Task,
  view: View,
): "holds" | "answered otherwise" | "not decided" {
  if (!task.when) return "holds";
  const name = task.when.task;
  const route = view(name);
  // Before a fan-out expands there is nothing to ask: each of its items has an answer of its own.
  const isItem = route !== state.rows.get(name);
  const expanded = state.keys.has(name) && aligned(task, state.byName.get(name));
  if (expanded && !isItem) return "holds";
  if (route?.status === "not_taken") return "answered otherwise";
  if (route?.status !== "pass") return "not decided";
  return answers(task, route) ? "holds" : "answered otherwise";
}

function joined(state: ModelState, task: Task, view: View): Closed | undefined {
  const statuses = task.dependsOn.map((name) => ({ name, status: view(name)?.status }));
  if (task.join === "settled") return undefined;
  if (task.join === "passed") {
    const some = statuses.some(
      ({ name, status }) =>
        status === "pass" || instanceRows(state, name).some((row) => row?.status === "pass"),
    );
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

/** Of several chosen labels, one that is listed is enough (HUMAN-038). */
function answers(task: Task, route: ModelRow): boolean {
  const record = isJsonObject(route.output)
    ? ownField(route.output, task.when?.question ?? "")
    : undefined;
  if (!isJsonObject(record)) return false;
  const several = ownField(record, "labels");
  const labels = Array.isArray(several) ? several : [ownField(record, "label")];
  const listed = task.when?.is ?? [];
  // An option of a list that another task gave is any option (ROUTE-028).
  return labels.some(
    (label) =>
      typeof label === "string" &&
      (listed.includes(label) || (listed.includes("*") && label !== "uncertain")),
  );
}
