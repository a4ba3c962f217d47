/** What came of a run, folded from its log: verdict, outcome and one entry a task. */
import {
  type BlockedReason,
  type CapturedFile,
  type Entry,
  type JsonValue,
  type LogLine,
  nanoFromUsd,
  type ShutdownOutcome,
  type TaskResult,
  type TaskStatus,
  USD_MAX,
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
  const fold = new ResultFold();
  for (const line of log) fold.add(line);
  return fold.result(id, stateOf(id.owned, log));
}

/** Derived from log and claim, never stored. */
export function stateOf(owned: boolean, log: readonly LogLine[]): RunState {
  const last = log.at(-1);
  if (owned && last?.kind !== "shutdown") {
    return onlyWaitsForPeople(log) ? "blocked" : "running";
  }
  return stateAtRest(last);
}

/** How a run stands that nobody drives any more, by the last line of its log. */
function stateAtRest(last: Entry | undefined): RunState {
  if (last?.kind !== "shutdown") return last?.kind === "halted" ? "halted" : "interrupted";
  if (last.outcome === "stopped") return "cancelled";
  return last.verdict === "valid" ? "succeeded" : "failed";
}

/**
 * The result in the making. The engine that drives a run adds its entries as they are written, so that a long log need
 * not be read again, line by line, for what is known already.
 */
export class ResultFold {
  readonly #rows: TaskOutcome[] = [];
  /** Rows of instances and rounds, by the task that they are rows of. */
  readonly #parts = new Map<string, TaskOutcome[]>();
  #verdict: Extract<Entry, { kind: "verdict" }> | undefined;
  #shutdown: Extract<Entry, { kind: "shutdown" }> | undefined;
  #last: Entry | undefined;
  #spentNano = 0;
  #reusedNano = 0;

  add(entry: Entry): void {
    this.#last = entry;
    switch (entry.kind) {
      case "task_result":
        this.#addRow(entry);
        break;
      case "attempt_ended":
        this.#spentNano += countedNano(entry.cost_usd);
        break;
      case "verdict":
        this.#verdict = entry;
        break;
      case "shutdown":
        this.#shutdown = entry;
        break;
      default:
    }
  }

  /** Without a state, that of a run which nobody drives any more. */
  result(
    id: { readonly run: string; readonly execution: string },
    state: RunState = stateAtRest(this.#last),
  ): RunResult {
    return {
      run: id.run,
      execution: id.execution,
      state,
      verdict: this.#shutdown?.verdict ?? this.#verdict?.verdict ?? null,
      reasons: this.#verdict?.reasons ?? [],
      outcome: this.#shutdown?.outcome ?? null,
      reason: this.#shutdown?.reason ?? "",
      spentUsd: usdFromNano(this.#spentNano),
      reusedUsd: usdFromNano(this.#reusedNano),
      tasks: this.#rows.map((row) => {
        const parts = this.#parts.get(row.name);
        return parts === undefined ? row : { ...row, parts: [...parts] };
      }),
    };
  }

  #addRow(row: TaskResult): void {
    // Task names hold no bracket, so the first one ends the name.
    const bracket = row.task.indexOf("[");
    if (bracket === -1) {
      this.#rows.push(outcomeOf(row));
      if (row.reused) this.#reusedNano += countedNano(row.cost_usd);
      return;
    }
    const node = row.task.slice(0, bracket);
    const known = this.#parts.get(node);
    if (known === undefined) this.#parts.set(node, [outcomeOf(row)]);
    else known.push(outcomeOf(row));
  }
}

/** The sum of several attempts may be more than one amount can be, and is counted as the most that one can. */
function countedNano(usd: number): number {
  return nanoFromUsd(Math.min(usd, USD_MAX));
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

const NOTHING: readonly never[] = Object.freeze([]);

function outcomeOf(row: TaskResult): TaskOutcome {
  const outcome: Draft = {
    name: row.task,
    status: row.status,
    attempts: row.attempts,
    costUsd: row.cost_usd,
    note: row.note,
    files: row.files ?? NOTHING,
    reused: row.reused !== undefined,
    parts: NOTHING,
  };
  if (row.output !== undefined) outcome.output = row.output;
  if (row.output_blob !== undefined) outcome.outputBlob = row.output_blob;
  if (row.blocked !== undefined) outcome.blocked = row.blocked;
  return outcome;
}

/** An outcome while its fields are written. */
type Draft = { -readonly [Key in keyof TaskOutcome]: TaskOutcome[Key] };
