/**
 * Runs as they are recorded: their executions, each with header and log. A log that is damaged says so in place of its
 * lines, and hides no other run.
 */
import { type ExecutionHeader, LogDamaged, type LogLine, type Store } from "@crucible/core";
import { type RunResult, resultOf } from "@crucible/executor";

export interface RecordedExecution {
  readonly run: string;
  readonly execution: string;
  /** RFC 3339; empty when the header cannot be read. */
  readonly startedAt: string;
  /** Whether a live process drives it. */
  readonly owned: boolean;
  readonly header: ExecutionHeader | undefined;
  readonly lines: readonly LogLine[];
  /** What cannot be read of it, and where. */
  readonly damage: string | undefined;
}

export interface RecordedRun {
  readonly run: string;
  /** Oldest first. */
  readonly executions: readonly RecordedExecution[];
  /** The newest, which says how the run stands. */
  readonly latest: RecordedExecution;
}

/** How a run stands, in one word. */
export type Standing = RunResult["state"] | "damaged";

/** Every run, newest first. */
export async function readRuns(store: Store): Promise<readonly RecordedRun[]> {
  const names = new Set((await store.list()).map(({ run }) => run));
  const runs: RecordedRun[] = [];
  for (const name of names) {
    const run = await readRun(store, name);
    if (run !== undefined) runs.push(run);
  }
  return runs.reverse();
}

/** One run, `undefined` when there is none of that name. */
export async function readRun(store: Store, name: string): Promise<RecordedRun | undefined> {
  const executions: RecordedExecution[] = [];
  for (const { run, execution, startedAt, owned } of await store.list()) {
    if (run !== name) continue;
    executions.push({
      run,
      execution,
      startedAt,
      owned,
      ...(await contentOf(store, execution, run)),
    });
  }
  const latest = executions.at(-1);
  return latest && { run: name, executions, latest };
}

async function contentOf(
  store: Store,
  execution: string,
  run: string,
): Promise<Pick<RecordedExecution, "header" | "lines" | "damage">> {
  let header: ExecutionHeader | undefined;
  try {
    header = await store.header({ run, execution });
    return { header, lines: await store.read({ run, execution }, 0), damage: undefined };
  } catch (error) {
    if (!(error instanceof LogDamaged)) throw error;
    return { header, lines: [], damage: error.message };
  }
}

export function resultFrom({ run, execution, owned, lines }: RecordedExecution): RunResult {
  return resultOf({ run, execution, owned }, lines);
}

export function standingOf({ latest }: RecordedRun): Standing {
  return latest.damage === undefined ? resultFrom(latest).state : "damaged";
}

/** Engine milliseconds of all executions together: the time in which the run was worked on, up to now when it is live. */
export function elapsedMs({ executions, latest }: RecordedRun): number {
  const logged = executions.reduce((sum, { lines }) => sum + (lines.at(-1)?.ms ?? 0), 0);
  const last = latest.lines.at(-1);
  if (!latest.owned || last === undefined) return logged;
  return logged + Math.max(0, Date.now() - Date.parse(last.ts));
}

/** Dollars of all executions together. */
export function spentUsd({ executions }: RecordedRun): number {
  return executions.reduce((sum, execution) => sum + resultFrom(execution).spentUsd, 0);
}
