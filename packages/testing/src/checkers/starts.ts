/** Starts: in the order of the graph, and only where they can run. */
import { isJsonObject, type Task, type TaskResult } from "@crucible/core";
import { type Checker, type History, isOwnRow, partOf, taskOf } from "./history.js";

/** Nothing starts before its dependencies settled, nor where its join does not let it (EXEC-001, EXEC-105, EXEC-107). */
export const startsFollowGraph: Checker = (history) => {
  const findings: string[] = [];
  const rows = new Map<string, TaskResult>();
  for (const entry of history.log) {
    if (entry.kind === "task_result") rows.set(entry.task, entry);
    if (entry.kind !== "attempt_started") continue;
    const task = taskOf(history, entry.task);
    const problem = task ? startProblem(history, task, entry.task, rows) : "it is not in the plan";
    if (problem) findings.push(`${entry.task} started, and ${problem}`);
  }
  return findings;
};

function startProblem(
  history: History,
  task: Task,
  row: string,
  rows: ReadonlyMap<string, TaskResult>,
): string | undefined {
  const seen = task.dependsOn.map((name) => ({ name, row: seenRow(task, row, name, rows) }));
  const open = seen.find((dependency) => dependency.row === undefined);
  if (open) return `${open.name} had not settled`;
  const passes = ({ name, row: found }: (typeof seen)[number]): boolean =>
    found?.status === "pass" || (found?.status === "not_taken" && task.optional.includes(name));
  const failed = seen.find((dependency) => !passes(dependency));
  if (task.join === "all" && failed) return `${failed.name} had not passed`;
  if (task.join === "passed" && !seen.some(({ row: found }) => gave(history, found))) {
    return "none of its dependencies had passed";
  }
  return undefined;
}

/** The row that a dependency is seen by: the round's or the instance's own, if there is one. */
function seenRow(
  task: Task,
  row: string,
  name: string,
  rows: ReadonlyMap<string, TaskResult>,
): TaskResult | undefined {
  const part = partOf(row);
  const round = part !== undefined && !task.over;
  const beside = part === undefined ? undefined : rows.get(`${name}[${part}]`);
  return round ? (rows.get(name) ?? beside) : (beside ?? rows.get(name));
}

function gave(history: History, row: TaskResult | undefined): boolean {
  if (row === undefined) return false;
  if (row.status === "pass") return true;
  const mapped = taskOf(history, row.task)?.over !== undefined && isOwnRow(row.task);
  return mapped && isJsonObject(row.output) && Number(row.output["passed"]) > 0;
}

/** Nothing starts where its need or its isolation is not provided, and isolation is as the plan says (EXEC-097, EXEC-104). */
export const startsWhereItCan: Checker = (history) => {
  const provided = history.launch.capabilities;
  return history.log.flatMap((entry) => {
    if (entry.kind !== "attempt_started") return [];
    const task = taskOf(history, entry.task);
    const lacks = task && task.needs !== "any" && !provided.includes(task.needs);
    if (lacks) return [`${entry.task} started without ${task.needs}`];
    const isolated = task?.isolation === "worktree";
    if (isolated && !provided.includes("isolation.worktree"))
      return [`${entry.task} started unisolated`];
    return isolated === entry.isolated ? [] : [`${entry.task} is not isolated as the plan says`];
  });
};
