/** What was blocked says why. */
import type { TaskResult } from "@crucible/core";
import { type Checker, type History, partOf, taskOf } from "./history.js";

/** A blocked row names its reason, the reason is in the log, and no other row has one (CEIL-015, EXEC-010). */
export const blockedNamesReason: Checker = (history) => {
  const findings: string[] = [];
  const seen = new Set<string>();
  const bad = new Set<string>();
  for (const entry of history.log) {
    if (entry.kind === "ceiling_reached") seen.add(entry.ceiling);
    if (entry.kind !== "task_result") continue;
    if ((entry.status === "blocked") !== (entry.blocked !== undefined)) {
      findings.push(`${entry.task} is ${entry.status} and its reason does not say so`);
    }
    const problem = entry.blocked && reasonProblem(history, entry, seen, bad);
    if (problem) findings.push(`${entry.task} is blocked, and ${problem}`);
    if (entry.status !== "pass") bad.add(entry.task);
  }
  return findings;
};

function reasonProblem(
  history: History,
  row: TaskResult,
  seen: ReadonlySet<string>,
  bad: ReadonlySet<string>,
): string | undefined {
  if (row.note === "") return "its note says nothing";
  switch (row.blocked?.reason) {
    case "budget_ceiling":
      return seen.has("cost") ? undefined : "the cost ceiling was not reached";
    case "wall_clock_ceiling":
      return seen.has("wall_clock") ? undefined : "the wall-clock ceiling was not reached";
    case "required_task_failed": {
      const cause = row.blocked.task ?? "";
      const required = taskOf(history, cause)?.required ?? false;
      const unrunnable = row.note.includes("unrunnable");
      return required && (bad.has(cause) || unrunnable) ? undefined : `${cause} did not fail`;
    }
    case "dependency_did_not_pass": {
      const part = partOf(row.task);
      const task = taskOf(history, row.task);
      const names = task?.dependsOn.flatMap((name) => [name, `${name}[${part}]`]) ?? [];
      return names.some((name) => bad.has(name)) ? undefined : "its dependencies passed";
    }
    default:
      return undefined;
  }
}
