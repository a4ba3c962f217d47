/** The engine: what an embedder makes once and starts runs with. */
import type { ExecutionId, LogLine, Plan } from "@crucible/core";
import { checkLaunch, type LaunchReport } from "./check.js";
import type { LaunchRequest } from "./launch-request.js";
import { type ListOptions, listRuns, type RunSummary } from "./list-runs.js";
import { type LogOptions, readLog } from "./read-log.js";
import { type RerunOptions, rerunRun } from "./rerun.js";
import { type ResumeOptions, resumeRun } from "./resume.js";
import type { Run } from "./run.js";
import { type RunOptions, settingsOf } from "./run-options.js";
import { type EngineSetup, normalised } from "./setup.js";
import { startRun } from "./start.js";

export interface Engine {
  /** What a launch would meet: refusals, truncation, every bound in force. Spends nothing. */
  check(
    plan: Plan,
    launch: LaunchRequest,
    options?: Omit<RunOptions, "pack">,
  ): Promise<LaunchReport>;
  /** Starts a run; resolves once its header is durable. Rejects with `LaunchRefused`, and then nothing exists. */
  start(plan: Plan, launch: LaunchRequest, options: RunOptions): Promise<Run>;
  /** Goes on with an interrupted, halted or failed run. Rejects with `ResumeRefused`, and then the run stays as it was. */
  resume(run: string, options?: ResumeOptions): Promise<Run>;
  /** A new run that reuses a finished one's results but for these tasks and what follows from them. Rejects with `LaunchRefused`. */
  rerun(run: string, options: RerunOptions): Promise<Run>;
  /** Runs of the store and how they stand, oldest first: all of them, or those of one bundle. */
  list(options?: ListOptions): Promise<readonly RunSummary[]>;
  /** Lines of an execution's log, whoever drives it. */
  log(id: ExecutionId, options?: LogOptions): AsyncIterable<LogLine>;
}

/** An engine over these ports. Making one does nothing yet. Throws RangeError on bounds that bound nothing. */
export function createEngine(setup: EngineSetup): Engine {
  const parts = normalised(setup);
  return {
    check: (plan, launch, options) =>
      checkLaunch(parts, plan, launch, settingsOf(options ?? {}, ""), options?.bundle),
    start: (plan, launch, options) => startRun(parts, plan, launch, options),
    resume: (run, options) => resumeRun(parts, run, options ?? {}),
    rerun: (run, options) => rerunRun(parts, run, options),
    list: (options) => listRuns(parts.store, options ?? {}),
    log: (id, options) => readLog(parts.store, parts.clock, id, options ?? {}),
  };
}
