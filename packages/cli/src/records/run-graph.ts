/**
 * The graph of a run, with every attempt of all its executions: what `crucible run graph --json` prints, and what its tree
 * is drawn from (CLI-019, CLI-020). Only an attempt that settled its row has an output; a retried or lost one gave none.
 */
import type { AdmittedTask, JsonValue, LogLine, TaskResult, TaskStatus } from "@crucible/core";
import { admittedIn } from "../show/run-summary.js";
import type { RecordedExecution, RecordedRun } from "./recorded-run.js";
import { nodeOf } from "./row-name.js";

interface GraphAttempt {
  readonly execution: string;
  readonly attempt: number;
  /** `running` while its end was not seen and the run is live; `indeterminate` once nobody can see it any more. */
  outcome: string;
  readonly started_at: string;
  ended_at?: string;
  /** What ended it, in one word of the log. */
  cause?: string;
  cost_usd: number;
  exit_code?: number;
  transport?: string;
  detail?: string;
  model?: string;
  /** File beside the log that holds its standard output. */
  transcript?: string;
  /** Of an attempt that settled its row: the row's. */
  status?: TaskStatus;
  note?: string;
  output?: JsonValue;
}

export interface GraphRow {
  readonly row: string;
  /** Of the newest execution; `null` while it is not settled there. */
  status: TaskStatus | null;
  note: string;
  output: JsonValue;
  /** The execution whose result it is, when it was taken over. */
  reused: { readonly run: string; readonly execution: string } | null;
  /** Oldest first. */
  readonly attempts: GraphAttempt[];
}

export interface GraphTask {
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  readonly stage: string;
  readonly depends_on: readonly string[];
  /** The task's own row first, then those of its instances or rounds in the order in which they began. */
  readonly rows: readonly GraphRow[];
}

/** Reads an output that is kept beside the log, by its digest. */
export type OutputReader = (digest: string) => Promise<JsonValue>;

/** Tasks in topological order. */
export async function runGraph(
  run: RecordedRun,
  outputOf: OutputReader,
): Promise<readonly GraphTask[]> {
  const rows = new Map<string, GraphRow>();
  for (const execution of run.executions) {
    const isLatest = execution === run.latest;
    for (const line of execution.lines) await addLine(rows, execution, line, isLatest, outputOf);
  }
  const parts = new Map<string, GraphRow[]>();
  for (const row of rows.values()) {
    const node = nodeOf(row.row);
    if (node === row.row) continue;
    const known = parts.get(node);
    if (known === undefined) parts.set(node, [row]);
    else known.push(row);
  }
  const tasks = admittedIn(run.latest.lines)?.tasks ?? [];
  return tasks.map((task) => graphTask(task, rows.get(task.name), parts.get(task.name) ?? []));
}

function graphTask(
  task: AdmittedTask,
  own: GraphRow = emptyRow(task.name),
  parts: readonly GraphRow[],
): GraphTask {
  return {
    name: task.name,
    kind: task.kind,
    required: task.required,
    stage: task.stage,
    depends_on: task.depends_on,
    rows: [own, ...parts],
  };
}

async function addLine(
  rows: Map<string, GraphRow>,
  { execution, owned }: RecordedExecution,
  line: LogLine,
  isLatest: boolean,
  outputOf: OutputReader,
): Promise<void> {
  if (line.kind === "attempt_started") {
    rowOf(rows, line.task).attempts.push({
      execution,
      attempt: line.attempt,
      outcome: isLatest && owned ? "running" : "indeterminate",
      started_at: line.ts,
      cost_usd: 0,
    });
  } else if (line.kind === "spend") {
    const attempt = rowOf(rows, line.task).attempts.at(-1);
    if (attempt !== undefined) attempt.cost_usd = line.cost_usd;
  } else if (line.kind === "attempt_ended") {
    const attempt = rowOf(rows, line.task).attempts.at(-1);
    if (attempt !== undefined) Object.assign(attempt, endOf(line));
  } else if (line.kind === "task_result") {
    const output = line.output_blob ? await outputOf(line.output_blob.digest) : line.output;
    settle(rowOf(rows, line.task), line, output, execution, isLatest);
  }
}

function endOf(line: Extract<LogLine, { kind: "attempt_ended" }>): Partial<GraphAttempt> {
  const { exit_code, transport, detail, model, transcript } = line;
  return {
    outcome: line.outcome,
    ended_at: line.ts,
    cause: line.cause,
    cost_usd: line.cost_usd,
    ...(exit_code === undefined ? {} : { exit_code }),
    ...(transport === undefined ? {} : { transport }),
    ...(detail === undefined ? {} : { detail }),
    ...(model === undefined ? {} : { model }),
    ...(transcript === undefined ? {} : { transcript: transcript.path }),
  };
}

function settle(
  row: GraphRow,
  line: TaskResult,
  output: JsonValue | undefined,
  execution: string,
  isLatest: boolean,
): void {
  if (isLatest) {
    row.status = line.status;
    row.note = line.note;
    row.reused = line.reused ?? null;
  }
  row.output = output ?? null;
  const attempt = row.attempts.at(-1);
  if (line.reused !== undefined || attempt?.execution !== execution) return;
  attempt.status = line.status;
  attempt.note = line.note;
  if (output !== undefined) attempt.output = output;
}

function rowOf(rows: Map<string, GraphRow>, name: string): GraphRow {
  const known = rows.get(name);
  if (known !== undefined) return known;
  const row = emptyRow(name);
  rows.set(name, row);
  return row;
}

function emptyRow(row: string): GraphRow {
  return { row, status: null, note: "", output: null, reused: null, attempts: [] };
}
