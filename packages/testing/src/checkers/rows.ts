/** Rows: one a name, one a task, and rows of instances before their node's own. */
import { isJsonObject, type TaskResult } from "@crucible/core";
import { type Checker, type History, partOf, taskOf } from "./history.js";

function rowsOf(history: History): readonly TaskResult[] {
  return history.log.filter((entry) => entry.kind === "task_result");
}

/** Every settled task has exactly one row; only a stop and an early completion leave tasks unsettled (WIRE-002, WIRE-005). */
export const oneRowATask: Checker = (history) => {
  const findings: string[] = [];
  const names = new Set<string>();
  for (const { task } of rowsOf(history)) {
    if (names.has(task)) findings.push(`${task} has two rows`);
    if (taskOf(history, task) === undefined) findings.push(`${task} is not in the plan`);
    names.add(task);
  }
  const stopped = history.log.some((entry) => entry.kind === "stop_requested");
  const completed = history.log.some((entry) => entry.kind === "completion");
  for (const { name, stage } of history.plan.tasks) {
    if (names.has(name) || stopped || (completed && stage === "iteration")) continue;
    findings.push(`${name} has no row`);
  }
  return findings;
};

/** An instance is one of the keys that its node expanded to, and the node's row comes after them and counts them (MAP-014, MAP-015). */
export const instancesFold: Checker = (history) => {
  const findings: string[] = [];
  const keys = new Map<string, readonly string[]>();
  const settled = new Map<string, TaskResult>();
  for (const entry of history.log) {
    if (entry.kind === "fan_out") keys.set(entry.task, entry.keys);
    if (entry.kind !== "task_result") continue;
    const task = taskOf(history, entry.task);
    const key = partOf(entry.task);
    if (task?.over && key !== undefined && !keys.get(task.name)?.includes(key)) {
      findings.push(`${entry.task} is an instance of nothing`);
    }
    if (task?.over && key === undefined && keys.has(task.name) && !entry.reused) {
      findings.push(...foldProblems(entry, keys.get(task.name) ?? [], settled, history));
    }
    settled.set(entry.task, entry);
  }
  return findings;
};

function foldProblems(
  row: TaskResult,
  keys: readonly string[],
  settled: ReadonlyMap<string, TaskResult>,
  history: History,
): readonly string[] {
  const instances = keys.flatMap((key) => settled.get(`${row.task}[${key}]`) ?? []);
  const completed = history.log.some((entry) => entry.kind === "completion");
  if (instances.length < keys.length && !completed)
    return [`${row.task} folded before its instances`];
  const passed = instances.filter(({ status }) => status === "pass").length;
  const notTaken = instances.filter(({ status }) => status === "not_taken").length;
  const failed = instances.length - passed - notTaken;
  const none = instances.length > 0 && notTaken === instances.length;
  const status = failed > 0 ? "fail" : none ? "not_taken" : "pass";
  const output = isJsonObject(row.output) ? row.output : undefined;
  const counts = [output?.["instances"], output?.["passed"], output?.["failed"]];
  const expected = [instances.length, passed, failed];
  // A large output is kept as a blob, which a history does not hold.
  const agrees = row.output_blob !== undefined || counts.join() === expected.join();
  return row.status === status && agrees ? [] : [`${row.task} does not follow from its instances`];
}
