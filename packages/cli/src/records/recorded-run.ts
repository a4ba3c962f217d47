/**
 * Runs as they are recorded: their executions, each with header and log. A log that is damaged says so in place of its
 * lines, and hides no other run.
 */
import {
  type ExecutionHeader,
  type ExecutionSummary,
  LogDamaged,
  type LogLine,
  nanoFromUsd,
  type Store,
  usdFromNano,
} from "@crucible/core";
import { type RunResult, resultOf } from "@crucible/executor";

export interface RecordedExecution {
  readonly run: string;
  readonly execution: string;
  /** RFC 3339; empty when the header cannot be read. */
  readonly startedAt: string;
  /** Whether a live process drives it. */
  readonly owned: boolean;
  /** That process in words; empty without one. */
  readonly owner: string;
  readonly header: ExecutionHeader | undefined;
  readonly lines: readonly LogLine[];
  /** What cannot be read of it, and where. */
  readonly damage: string | undefined;
  /** What its lines come to. */
  readonly result: RunResult;
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
  const listed = await store.list();
  const runs: RecordedRun[] = [];
  for (const name of new Set(listed.map(({ run }) => run))) {
    const run = await readRun(store, listed, name);
    if (run !== undefined) runs.push(run);
  }
  return runs.reverse();
}

/**
 * One run of a listing, `undefined` when there is none of that name. A listing looks at every execution of the store, so
 * one serves for all that is read by it.
 */
export async function readRun(
  store: Store,
  listed: readonly ExecutionSummary[],
  name: string,
): Promise<RecordedRun | undefined> {
  const executions: RecordedExecution[] = [];
  for (const { run, execution, startedAt, owned, owner = "" } of listed) {
    if (run !== name) continue;
    const content = await contentOf(store, execution, run);
    const result = resultOf({ run, execution, owned }, content.lines);
    executions.push({ run, execution, startedAt, owned, owner, ...content, result });
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

export function standingOf({ latest }: RecordedRun): Standing {
  return latest.damage === undefined ? latest.result.state : "damaged";
}

/**
 * Engine milliseconds of all executions together: the time in which the run was worked on, up to now when it is live.
 * `null` where a log of it cannot be read.
 */
export function elapsedMs({ executions, latest }: RecordedRun): number | null {
  if (executions.some(({ damage }) => damage !== undefined)) return null;
  const logged = executions.reduce((sum, { lines }) => sum + (lines.at(-1)?.ms ?? 0), 0);
  const last = latest.lines.at(-1);
  if (!latest.owned || last === undefined) return logged;
  return logged + Math.max(0, Date.now() - Date.parse(last.ts));
}

/** Dollars of all executions together, with what attempts in flight told so far; `null` where a log cannot be read. */
export function spentUsd({ executions }: RecordedRun): number | null {
  if (executions.some(({ damage }) => damage !== undefined)) return null;
  const nano = executions.reduce(
    (sum, { result, lines }) => sum + nanoFromUsd(result.spentUsd) + inFlightNano(lines),
    0,
  );
  return usdFromNano(nano);
}

/** What attempts told that have no end in the log: theirs is counted only once they have one. */
function inFlightNano(lines: readonly LogLine[]): number {
  const told = new Map<string, number>();
  for (const line of lines) {
    if (line.kind === "spend") told.set(line.task, nanoFromUsd(line.cost_usd));
    if (line.kind === "attempt_ended") told.delete(line.task);
  }
  return [...told.values()].reduce((sum, nano) => sum + nano, 0);
}
