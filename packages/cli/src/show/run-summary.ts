/**
 * What is printed when a run has ended: a row a settled task in topological order, then how the run ended, what it
 * spent, and the verdict when it is valid. Instances and rounds have rows in the log only; their task's own row sums
 * them up.
 */
import type { LogLine, PlanAdmitted, Shutdown, TaskResult } from "@crucible/core";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { plainUsd, spentUsd } from "./amounts.js";
import { rowLine } from "./rows.js";

/** Printed in place of an ending when the log has no shutdown line. */
export const HALTED = "halted";

/** Everything for standard output, without a final newline. `spent` is in dollars. */
export function runSummary(lines: readonly LogLine[], spent: number, colors: Palette): string {
  const admitted = lines.find((line) => line.kind === "plan_admitted");
  if (!admitted) return `plan v1: ${HALTED} — spent ${spentUsd(spent)}`;
  const rows = settledRows(lines, admitted);
  const shutdown = shutdownOf(lines);
  const valid = shutdown?.verdict === "valid";
  return [
    ...rows.map((row) => rowLine(row, colors)),
    ...failedReports(rows, admitted),
    `plan v1: ${exitOf(lines)} — spent ${spentUsd(spent)} of ${plainUsd(admitted.budget_usd)}`,
    ...(valid ? [`verdict: ${colors.green("valid")}`] : []),
  ].join("\n");
}

/** How the run ended, in the words of its shutdown line: `completed`, `short-circuited at check`, … */
export function exitOf(lines: readonly LogLine[]): string {
  return visibleLine(shutdownOf(lines)?.reason ?? HALTED);
}

/** The execution's last line, absent while it runs and after a halt. */
export function shutdownOf(lines: readonly LogLine[]): Shutdown | undefined {
  return lines.findLast((line) => line.kind === "shutdown");
}

function settledRows(lines: readonly LogLine[], admitted: PlanAdmitted): readonly TaskResult[] {
  const byName = new Map<string, TaskResult>();
  for (const line of lines) if (line.kind === "task_result") byName.set(line.task, line);
  return admitted.tasks.flatMap((task) => byName.get(task.name) ?? []);
}

/** A required report that was not delivered changes no verdict, so it must not go unseen. */
function failedReports(rows: readonly TaskResult[], admitted: PlanAdmitted): readonly string[] {
  const required = new Set(
    admitted.tasks
      .filter((task) => task.kind === "report" && task.required)
      .map(({ name }) => name),
  );
  return rows
    .filter((row) => required.has(row.task) && row.status !== "pass")
    .map((row) => `required report ${row.task} was not delivered: ${visibleLine(row.note)}`);
}
