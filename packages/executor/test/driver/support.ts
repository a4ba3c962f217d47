/** Words that tests over whole runs share. */
import type { LogLine, TaskResult } from "@crucible/core";
import type { Finished, Program } from "@crucible/testing";

/** The row of a task, instance or round. */
export function rowOf(finished: Pick<Finished, "log">, task: string): LogLine & TaskResult {
  const rows = finished.log.filter((line) => line.kind === "task_result" && line.task === task);
  const [row] = rows;
  if (rows.length !== 1 || row?.kind !== "task_result") {
    throw new Error(`${rows.length} rows of ${task}`);
  }
  return row;
}

/** Status by row name, in the order of the rows. */
export function statuses(finished: Pick<Finished, "log">): Record<string, string> {
  return Object.fromEntries(
    finished.log.flatMap((line) => (line.kind === "task_result" ? [[line.task, line.status]] : [])),
  );
}

/** Prints what the command was given. */
export const dumpInputs: Program = (run) => run.print(`${JSON.stringify(run.inputs())}\n`);

/** Prints the paths below `inputs/` that were staged. */
export const dumpStaged: Program = (run) => {
  const staged = run.list().filter((path) => path.startsWith("inputs/"));
  run.print(`${JSON.stringify({ staged })}\n`);
};
