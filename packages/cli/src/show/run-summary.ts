/**
 * What is printed when a run has ended: a row a settled task in topological order, then how the run ended, what it
 * spent, and the verdict when it is valid. Instances and rounds have rows in the log only; their task's own row sums
 * them up.
 */
import type { LogLine, PlanAdmitted, Shutdown, TaskResult } from "@crucible/core";
import type { RunResult } from "@crucible/executor";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { plainUsd, spentUsd } from "./amounts.js";
import { rowLine } from "./rows.js";

/** Printed in place of an ending when the log has no shutdown line. */
const HALTED = "halted";

/** What the run spent itself, and what the results that it took over had cost (RERUN-031). */
export type Spend = Pick<RunResult, "spentUsd" | "reusedUsd">;

/** The rows of tasks, instances and rounds left out; empty when nothing settled. */
export function rowLines(lines: readonly LogLine[], colors: Palette): string {
  return settledRows(lines)
    .map((row) => rowLine(row, colors))
    .join("\n");
}

/** How it ended and what it spent, in dollars; the last line is the verdict when it is valid. */
export function runSummary(lines: readonly LogLine[], spent: Spend, colors: Palette): string {
  const budget = budgetIn(lines);
  return [
    ...failedReports(lines),
    ...(spent.reusedUsd > 0 ? [`reused: results worth ${spentUsd(spent.reusedUsd)}`] : []),
    `plan v1: ${exitOf(lines)} — spent ${spentUsd(spent.spentUsd)} of ${plainUsd(budget)}`,
    ...(shutdownOf(lines)?.verdict === "valid" ? [`verdict: ${colors.green("valid")}`] : []),
  ].join("\n");
}

/** How the run ended, in the words of its shutdown line: `completed`, `short-circuited at check`, … */
export function exitOf(lines: readonly LogLine[]): string {
  return visibleLine(shutdownOf(lines)?.reason ?? HALTED);
}

/** The execution's last line, absent while it runs and after a halt. */
function shutdownOf(lines: readonly LogLine[]): Shutdown | undefined {
  return lines.findLast((line) => line.kind === "shutdown");
}

export function settledRows(lines: readonly LogLine[]): readonly TaskResult[] {
  const byName = new Map<string, TaskResult>();
  for (const line of lines) if (line.kind === "task_result") byName.set(line.task, line);
  return (admittedIn(lines)?.tasks ?? []).flatMap((task) => byName.get(task.name) ?? []);
}

/** The cost ceiling in force: the launch's, or what a resume raised it to. */
export function budgetIn(lines: readonly LogLine[]): number {
  return ceilingIn(lines, "budget_usd") ?? 0;
}

/** The wall-clock ceiling in force, in milliseconds, likewise; `null` without one. */
export function wallClockIn(lines: readonly LogLine[]): number | null {
  const wall = ceilingIn(lines, "wall_clock_ms");
  // A plan file may be launched without one; the launch then records a time that never passes.
  return wall === undefined || wall === Number.MAX_SAFE_INTEGER ? null : wall;
}

function ceilingIn(
  lines: readonly LogLine[],
  name: "budget_usd" | "wall_clock_ms",
): number | undefined {
  const raised = lines.flatMap((line) => (line.kind === "recovery" ? (line[name] ?? []) : []));
  return raised.at(-1) ?? admittedIn(lines)?.[name];
}

export function admittedIn(lines: readonly LogLine[]): PlanAdmitted | undefined {
  return lines.find((line) => line.kind === "plan_admitted");
}

/** A required report that was not delivered changes no verdict, so it must not go unseen. */
function failedReports(lines: readonly LogLine[]): readonly string[] {
  const reports = admittedIn(lines)?.tasks.filter(
    ({ kind, required }) => kind === "report" && required,
  );
  const required = new Set(reports?.map(({ name }) => name));
  return settledRows(lines)
    .filter((row) => required.has(row.task) && row.status !== "pass")
    .map((row) => `required report ${row.task} was not delivered: ${visibleLine(row.note)}`);
}
