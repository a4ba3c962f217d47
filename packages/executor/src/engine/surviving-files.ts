/** Which captured sets of a log are still whole, and which files of them a resumed workspace starts with. */
import type { Blobs, LogLine, Plan, StagedFile, TaskResult } from "@crucible/core";
import { setOwnerOfRow } from "../driver/files/set-owner.js";
import { stagedFile } from "../driver/files/staging.js";
import { areKept } from "./kept-blobs.js";

export interface SurvivingFiles {
  /** Row names of sets that did not survive (RESUME-022). */
  readonly missing: readonly string[];
  /** Declared files of settled passing tasks, in settle order; the later one wins (RESUME-005, RESUME-009). */
  readonly restore: readonly StagedFile[];
}

export async function survivingFiles(
  plan: Plan,
  log: readonly LogLine[],
  blobs: Blobs,
): Promise<SurvivingFiles> {
  const missing: string[] = [];
  const tasks = new Map(plan.tasks.map((task) => [task.name, task]));
  const newest = new Map<string, TaskResult>();
  for (const line of log) {
    if (line.kind !== "task_result") continue;
    const owner = setOwnerOfRow(tasks, line.task);
    // Taken out and put in again, so that the order is that of the newest rows.
    newest.delete(owner);
    newest.set(owner, line);
    if (!(await areKept(line.files ?? [], blobs))) missing.push(line.task);
  }
  const lost = new Set(missing);
  const restore = [...newest.values()]
    .filter((row) => row.status === "pass" && !lost.has(row.task))
    .flatMap((row) => row.files ?? [])
    .map((file) => stagedFile(file, blobs));
  return { missing, restore };
}
