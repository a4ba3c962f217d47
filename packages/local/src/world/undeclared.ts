/**
 * What an interruption loses of a shared workspace: the files that passing tasks changed without declaring them. A resume
 * begins from the pristine start and the declared files (RESUME-005); the rest stays in the git memory for people.
 */
import { join } from "node:path";
import { type LogLine, WorldRefused } from "@crucible/core";
import { entriesBetween } from "./contents.js";
import { MEMORY_FOLDER } from "./memory.js";

/** Their paths, sorted; of an execution that was interrupted before, those of since. Empty where git cannot tell. */
export async function undeclaredChanges(
  stateFolder: string,
  log: readonly LogLine[],
): Promise<readonly string[]> {
  const base = log.find((line) => line.kind === "plan_admitted")?.base ?? "";
  const commit = lastCommit(log);
  if (base === "" || commit === undefined) return [];
  const repository = join(stateFolder, MEMORY_FOLDER);
  try {
    const changed = await entriesBetween({ cwd: repository, repository }, base, commit);
    const declared = declaredIn(log);
    const paths = changed.map(({ path }) => Buffer.from(path, "latin1").toString("utf8"));
    return paths.filter((path) => !declared.has(path)).sort();
  } catch (error) {
    // Who needs git in earnest says that it is missing.
    if (error instanceof WorldRefused) return [];
    throw error;
  }
}

/** The commit of the last task that passed in the shared workspace since it was made. */
function lastCommit(log: readonly LogLine[]): string | undefined {
  const isolated = new Set<string>();
  let commit: string | undefined;
  for (const line of log) {
    if (line.kind === "attempt_started" && line.isolated) isolated.add(line.task);
    else if (line.kind === "recovery") commit = undefined;
    else if (line.kind === "task_result" && !isolated.has(line.task))
      commit = line.commit ?? commit;
  }
  return commit;
}

function declaredIn(log: readonly LogLine[]): ReadonlySet<string> {
  const rows = log.flatMap((line) => (line.kind === "task_result" ? (line.files ?? []) : []));
  return new Set(rows.map(({ path }) => path));
}
