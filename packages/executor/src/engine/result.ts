/** What came of a run, folded from its log: verdict, outcome and one entry a task. */
import {
  type BlockedReason,
  type CapturedFile,
  type JsonValue,
  type LogLine,
  nanoFromUsd,
  type ShutdownOutcome,
  type TaskResult,
  type TaskStatus,
  usdFromNano,
  type Verdict,
} from "@crucible/core";

/** How a run stands (RUN-001). `interrupted` is one that looks live and has no process. */
export type RunState =
  | "running"
  | "blocked"
  | "halted"
  | "interrupted"
  | "failed"
  | "succeeded"
  | "cancelled";

export interface RunResult {
  readonly run: string;
  readonly execution: string;
  readonly state: RunState;
  /** `null` until the main graph is settled. */
  readonly verdict: Verdict | null;
  /** Why the verdict is invalid; empty when it is valid. */
  readonly reasons: readonly string[];
  /** `null` while the run has not shut down. */
  readonly outcome: ShutdownOutcome | null;
  /** The shutdown's own words. */
  readonly reason: string;
  readonly spentUsd: number;
  /** Spend of reused results, which counts against no ceiling (RERUN-031). */
  readonly reusedUsd: number;
  /** Settled tasks in settle order; instances and rounds are inside their task. */
  readonly tasks: readonly TaskOutcome[];
}

export interface TaskOutcome {
  readonly name: string;
  readonly status: TaskStatus;
  readonly attempts: number;
  readonly costUsd: number;
  readonly note: string;
  /** `undefined` when there is none, or when it is kept as a blob. */
  readonly output?: JsonValue;
  readonly outputBlob?: { readonly digest: string; readonly size: number };
  readonly files: readonly CapturedFile[];
  readonly blocked?: { readonly reason: BlockedReason; readonly task?: string };
  /** Whether the result was taken over from another execution. */
  readonly reused: boolean;
  /** Rows of a mapped task's instances or a loop's rounds. */
  readonly parts: readonly TaskOutcome[];
}

export interface RunIdentityAndOwner {
  readonly run: string;
  readonly execution: string;
  readonly owned: boolean;
}

/** What an execution came to so far, from its log alone: also of a run that another process drives. */
export function resultOf(id: RunIdentityAndOwner, log: readonly LogLine[]): RunResult {
  const shutdown = log.findLast((line) => line.kind === "shutdown");
  const verdict = log.findLast((line) => line.kind === "verdict");
  const rows = log.filter((line): line is LogLine & TaskResult => line.kind === "task_result");
  return {
    run: id.run,
    execution: id.execution,
    state: stateOf(id.owned, log),
    verdict: shutdown?.verdict ?? verdict?.verdict ?? null,
    reasons: verdict?.reasons ?? [],
    outcome: shutdown?.outcome ?? null,
    reason: shutdown?.reason ?? "",
    spentUsd: spent(log),
    reusedUsd: usdFromNano(total(rows.filter((row) => row.reused && !isPart(row.task)))),
    tasks: tasksOf(rows),
  };
}

/** Derived from log and claim, never stored. */
export function stateOf(owned: boolean, log: readonly LogLine[]): RunState {
  const last = log.at(-1);
  if (last?.kind === "shutdown") {
    if (last.outcome === "stopped") return "cancelled";
    return last.verdict === "valid" ? "succeeded" : "failed";
  }
  if (owned) return onlyWaitsForPeople(log) ? "blocked" : "running";
  return last?.kind === "halted" ? "halted" : "interrupted";
}

/** Whether every attempt in flight has an open request of a person (RUN-011). */
function onlyWaitsForPeople(log: readonly LogLine[]): boolean {
  const inFlight = new Map<string, boolean>();
  for (const line of log) {
    if (line.kind === "attempt_started") inFlight.set(line.task, false);
    else if (line.kind === "decision_wait") inFlight.set(line.task, true);
    else if (line.kind === "attempt_ended") inFlight.delete(line.task);
  }
  return inFlight.size > 0 && [...inFlight.values()].every((waits) => waits);
}

function spent(log: readonly LogLine[]): number {
  const attempts = log.filter((line) => line.kind === "attempt_ended");
  return usdFromNano(total(attempts));
}

function total(costs: readonly { readonly cost_usd: number }[]): number {
  return costs.reduce((sum, { cost_usd }) => sum + nanoFromUsd(cost_usd), 0);
}

function isPart(row: string): boolean {
  return row.endsWith("]");
}

function tasksOf(rows: readonly TaskResult[]): readonly TaskOutcome[] {
  const parts = new Map<string, TaskOutcome[]>();
  for (const row of rows.filter(({ task }) => isPart(task))) {
    // Task names hold no bracket, so the first one ends the name.
    const node = row.task.slice(0, row.task.indexOf("["));
    const known = parts.get(node);
    if (known === undefined) parts.set(node, [outcomeOf(row, [])]);
    else known.push(outcomeOf(row, []));
  }
  return rows
    .filter(({ task }) => !isPart(task))
    .map((row) => outcomeOf(row, parts.get(row.task) ?? []));
}

function outcomeOf(row: TaskResult, parts: readonly TaskOutcome[]): TaskOutcome {
  return {
    name: row.task,
    status: row.status,
    attempts: row.attempts,
    costUsd: row.cost_usd,
    note: row.note,
    ...(row.output === undefined ? {} : { output: row.output }),
    ...(row.output_blob === undefined ? {} : { outputBlob: row.output_blob }),
    files: row.files ?? [],
    ...(row.blocked === undefined ? {} : { blocked: row.blocked }),
    reused: row.reused !== undefined,
    parts,
  };
}
