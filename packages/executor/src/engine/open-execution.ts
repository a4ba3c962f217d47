/** Puts an execution together: machine, journal, workspace and everything its attempts need. */
import {
  type Claim,
  type Entry,
  type ExecutionHeader,
  type Launch,
  LogDamaged,
  type LogLine,
  type Plan,
  paramsObject,
  type Task,
  type Workspace,
} from "@crucible/core";
import { SessionLedger } from "../driver/agent/session-ledger.js";
import { variableName } from "../driver/attempt/environment.js";
import { SharedWorkspace } from "../driver/attempt/shared-workspace.js";
import { Execution } from "../driver/execution/execution.js";
import type { RunSettings } from "../driver/execution/settings.js";
import { CaptureQuota } from "../driver/files/capture-quota.js";
import { setBytes, setOwnerOfRow } from "../driver/files/set-owner.js";
import { Rows } from "../driver/inputs/rows.js";
import { Journal } from "../driver/journal/journal.js";
import { maskOf } from "../driver/journal/mask.js";
import { EngineTime } from "../driver/time/engine-time.js";
import { createMachine, reusedTasks } from "../machine/index.js";
import { ResultFold } from "./result.js";
import { type Run, runOf } from "./run.js";
import type { EngineParts } from "./setup.js";

export interface ExecutionOpening {
  readonly parts: EngineParts;
  readonly header: ExecutionHeader;
  readonly plan: Plan;
  /** With the ceilings in force, which a resume may have raised. */
  readonly launch: Launch;
  readonly settings: RunSettings;
  readonly agentVariables: ReadonlyMap<string, string>;
  readonly claim: Claim;
  readonly workspace: Workspace;
  /** What the log holds already. */
  readonly log: readonly LogLine[];
  /** What will be reused from another execution. */
  readonly reused: readonly Entry[];
}

export interface OpenedExecution {
  readonly execution: Execution;
  readonly run: Run;
}

/** Does what comes between the opening of a workspace and the first line; what fails gives the workspace up again. */
export async function beforeFirstLine<T>(workspace: Workspace, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The first failure is the one to tell.
    await workspace.close().catch(() => undefined);
    throw error;
  }
}

export function openExecution(opening: ExecutionOpening): OpenedExecution {
  const { parts, header, plan, launch, settings, claim, log, agentVariables } = opening;
  const { store, clock } = parts;
  const tasks = new Map<string, Task>();
  for (const task of plan.tasks) tasks.set(task.name, task);
  const reused = reusedTasks(log.length > 0 ? log : opening.reused);
  const machine = createMachine(plan, header.launch, reused);
  const time = new EngineTime(clock, log.at(-1)?.ms ?? 0);
  const result = new ResultFold();
  const journal = new Journal(claim, time, log.length, (entry) => result.add(entry));
  const rows = new Rows(store.blobs);
  const quota = new CaptureQuota(launch.captureBytesMax);
  for (const line of log) {
    replayed(header, line, () => machine.evolve(line));
    result.add(line);
    if (line.kind === "task_result") rows.record(line);
  }
  for (const entry of [...opening.reused, ...log]) {
    if (entry.kind === "task_result")
      quota.replace(setOwnerOfRow(tasks, entry.task), setBytes(entry));
  }
  const execution = new Execution({
    machine,
    journal,
    claim,
    requests: store.requests,
    context: {
      ...parts,
      blobs: store.blobs,
      run: header.run,
      execution: header.execution,
      plan,
      params: paramsObject(plan),
      tasks,
      launch,
      settings,
      agentVariables,
      mask: maskOf(secretValues(opening)),
      time,
      rows,
      quota,
      sessions: new SessionLedger(claim),
      transcribe: (attempt) => claim.transcribe?.(attempt),
      workspace: new SharedWorkspace(opening.workspace),
    },
  });
  const id = { run: header.run, execution: header.execution };
  return { execution, run: runOf({ store, clock, id, execution, journal, result }) };
}

/**
 * Every line of a log is sound by itself, and nobody vouches that one follows from those before it: what no engine can
 * have decided is damage, wherever the fold comes to grief on it.
 */
function replayed({ run }: ExecutionHeader, line: LogLine, evolve: () => void): void {
  try {
    evolve();
  } catch (cause) {
    const where = `line ${line.seq + 1} of the log of run ${run}`;
    const why = cause instanceof Error ? `: ${cause.message.replace("internal error: ", "")}` : "";
    throw new LogDamaged(`${where} does not follow from those before it${why}`, { cause });
  }
}

/** Values that must not be written: the agent's variables, the workflow's, and the named secrets. */
function secretValues({ parts, settings, agentVariables }: ExecutionOpening): readonly string[] {
  const { variables, secrets, agentSecrets } = settings;
  const names = [...variables.map(variableName), ...secrets, ...agentSecrets];
  const ofHost = names.flatMap((name) => parts.environment.get(name) ?? []);
  return [...agentVariables.values(), ...ofHost];
}
