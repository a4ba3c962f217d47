/** What must hold of every finished log, whatever the plan and the ends; written from the rules, not from the machine. */
import { type Entry, isJsonObject, type Plan, type Task, type TaskResult } from "@crucible/core";
import { expect } from "vitest";

type Start = Extract<Entry, { kind: "attempt_started" }>;

export function checkLog(plan: Plan, log: readonly Entry[], width: number): void {
  checkRows(plan, log);
  checkAttempts(plan, log, width);
  checkOrder(plan, log);
  checkVerdict(plan, log);
}

function nodeOf(row: string): string {
  const open = row.indexOf("[");
  return open < 0 ? row : row.slice(0, open);
}

function taskOf(plan: Plan, row: string): Task {
  const task = plan.tasks.find((known) => known.name === nodeOf(row));
  expect(task, `${row} is in the plan`).toBeDefined();
  return task as Task;
}

/** One row a name (WIRE-002); every task has its own unless dispatch stopped early. */
function checkRows(plan: Plan, log: readonly Entry[]): void {
  const rows = log.filter((entry) => entry.kind === "task_result");
  const names = rows.map((row) => row.task);
  expect(new Set(names).size).toBe(names.length);
  const stopped = log.some((entry) => entry.kind === "stop_requested");
  const completed = log.some((entry) => entry.kind === "completion");
  const own = new Set(names.filter((name) => !name.includes("[")));
  for (const task of plan.tasks) {
    const mayBeOpen = stopped || (completed && task.stage === "iteration");
    if (!mayBeOpen) expect(own.has(task.name), `${task.name} has a row`).toBe(true);
  }
}

/** What is known of attempts while a log is read. */
interface Reading {
  readonly plan: Plan;
  readonly width: number;
  readonly attempts: Map<string, number>;
  readonly flights: Map<string, Start>;
  readonly settled: Set<string>;
  costReached: boolean;
}

/** Attempts count up, never follow their row, keep to the width and to one in the shared workspace. */
function checkAttempts(plan: Plan, log: readonly Entry[], width: number): void {
  const reading: Reading = {
    plan,
    width,
    attempts: new Map(),
    flights: new Map(),
    settled: new Set(),
    costReached: false,
  };
  for (const entry of log) {
    if (entry.kind === "attempt_started") checkStarted(reading, entry);
    if (entry.kind === "attempt_ended") reading.flights.delete(entry.task);
    if (entry.kind === "task_result") checkSettled(reading, entry);
    if (entry.kind === "ceiling_reached" && entry.ceiling === "cost") reading.costReached = true;
  }
}

function checkStarted(reading: Reading, entry: Start): void {
  const { plan, width, attempts, flights, settled, costReached } = reading;
  expect(settled.has(entry.task), `${entry.task} started after its row`).toBe(false);
  expect(entry.attempt).toBe((attempts.get(entry.task) ?? 0) + 1);
  attempts.set(entry.task, entry.attempt);
  flights.set(entry.task, entry);
  expect(flights.size).toBeLessThanOrEqual(width);
  const shared = [...flights.values()].filter((flight) => !flight.isolated);
  expect(shared.length).toBeLessThanOrEqual(1);
  if (costReached) expect(taskOf(plan, entry.task).kind).not.toBe("agent");
}

function checkSettled({ plan, attempts, flights, settled }: Reading, entry: TaskResult): void {
  expect(flights.has(entry.task), `${entry.task} settled in flight`).toBe(false);
  settled.add(entry.task);
  if (isOwnRowOfMany(plan, entry) || entry.reused) return;
  expect(entry.attempts).toBe(attempts.get(entry.task) ?? 0);
}

function isOwnRowOfMany(plan: Plan, row: TaskResult): boolean {
  if (row.task.includes("[")) return false;
  const looped = plan.tasks.some(
    ({ name, revise }) => revise && (name === row.task || revise.targets.includes(row.task)),
  );
  return looped || taskOf(plan, row.task).over !== undefined;
}

/** Nothing starts before what it depends on has settled, and only as its join and `when` allow. */
function checkOrder(plan: Plan, log: readonly Entry[]): void {
  const rows = new Map<string, TaskResult>();
  let verdict = false;
  for (const entry of log) {
    if (entry.kind === "verdict") verdict = true;
    if (entry.kind === "task_result") rows.set(entry.task, entry);
    if (entry.kind !== "attempt_started") continue;
    const task = taskOf(plan, entry.task);
    expect(verdict).toBe(task.stage === "epilogue");
    checkStart(plan, rows, task, entry.task);
  }
}

function checkStart(
  plan: Plan,
  rows: ReadonlyMap<string, TaskResult>,
  task: Task,
  row: string,
): void {
  const round = /\[(round-\d+)\]$/.exec(row)?.[1];
  const dependencies = task.dependsOn.map(
    (name) => rows.get(name) ?? rows.get(`${name}[${round}]`),
  );
  expect(dependencies, `${row} started before its dependencies settled`).not.toContain(undefined);
  const good = dependencies.filter((dependency) => {
    const name = nodeOf(dependency?.task ?? "");
    return (
      dependency?.status === "pass" ||
      (dependency?.status === "not_taken" && task.optional.includes(name))
    );
  });
  if (task.join === "all") expect(good.length).toBe(dependencies.length);
  if (task.join === "passed") {
    expect(dependencies.some((dependency) => dependency && passes(plan, dependency))).toBe(true);
  }
}

function passes(plan: Plan, row: TaskResult): boolean {
  if (row.status === "pass") return true;
  if (taskOf(plan, row.task).over === undefined || !isJsonObject(row.output)) return false;
  return Number(row.output["passed"]) > 0;
}

/** One verdict before the epilogue, one shutdown at the end, and the verdict follows from rows, ceilings and stops. */
function checkVerdict(plan: Plan, log: readonly Entry[]): void {
  const at = log.findIndex((entry) => entry.kind === "verdict");
  const verdict = log[at];
  const shutdown = log.at(-1);
  expect(log.filter((entry) => entry.kind === "verdict")).toHaveLength(1);
  expect(log.filter((entry) => entry.kind === "shutdown")).toHaveLength(1);
  if (verdict?.kind !== "verdict" || shutdown?.kind !== "shutdown") {
    expect.unreachable("a log ends in a shutdown after a verdict");
    return;
  }
  const truncated = log.some(
    (entry) => entry.kind === "task_result" && entry.status === "truncated",
  );
  const bad = log
    .slice(0, at)
    .some(
      (entry) =>
        entry.kind === "ceiling_reached" ||
        entry.kind === "stop_requested" ||
        (entry.kind === "task_result" &&
          !entry.task.includes("[") &&
          taskOf(plan, entry.task).required &&
          entry.status !== "pass" &&
          entry.status !== "not_taken"),
    );
  expect(verdict.verdict).toBe(bad || truncated ? "invalid" : "valid");
  expect(verdict.reasons.length > 0).toBe(bad || truncated);
  expect(shutdown.verdict).toBe(verdict.verdict);
}
