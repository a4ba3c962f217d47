/**
 * The lines of a run's log. Entries are the truth of a run: state is folded from them and stored nowhere else.
 *
 * Field names are the wire's own, since rows are the log. A line is an entry inside an envelope. Lines that count only
 * together form a batch: every line but the last carries `more`, so a reader drops an incomplete last batch whole.
 * Readers ignore kinds and fields that they do not know (WIRE-033).
 */
import type { JsonValue } from "../json/json.js";
import type {
  AttemptOutcome,
  BlockedReason,
  ShutdownOutcome,
  TaskStatus,
  TransportCause,
  Verdict,
} from "./status.js";

/** What every line carries around its entry. */
export interface Envelope {
  readonly v: 1;
  /** Position in the log, from 0. */
  readonly seq: number;
  /** Wall time for people, RFC 3339 in UTC. */
  readonly ts: string;
  /** Engine time for ceilings: milliseconds, monotone, without the time the engine was down. */
  readonly ms: number;
  /** Present on every line of a batch but its last. */
  readonly more?: true;
}

export type LogLine = Envelope & Entry;

/** One task as a reader of the log sees it, before anything ran (WIRE-007 to WIRE-011). */
export interface AdmittedTask {
  readonly name: string;
  readonly kind: string;
  readonly depends_on: readonly string[];
  readonly optional?: readonly string[];
  readonly session: string;
  readonly needs: string;
  readonly required: boolean;
  readonly join: string;
  readonly stage: string;
  /** `""` or `producer.field`. */
  readonly over: string;
  readonly max_fanout: number;
  /** `""` or `route.question in a|b`. */
  readonly when: string;
  /** `""`, one target, or several in order (LOOP-051). */
  readonly revise: string | readonly string[];
  readonly max_rounds: number;
  readonly emits?: readonly { readonly field: string; readonly type?: JsonValue }[];
  readonly emits_files?: readonly JsonValue[];
  readonly keyed: readonly string[];
  readonly timeout: string;
  readonly history_depth: number;
  readonly definition_digest: string;
}

export interface PlanAdmitted {
  readonly kind: "plan_admitted";
  readonly plan_version: 1;
  readonly digest: string;
  readonly reason: string;
  readonly budget_usd: number;
  readonly wall_clock_ms: number;
  readonly width: number;
  readonly capabilities: readonly string[];
  /** Identity of the workspace's pristine start, such as a commit; a resume must meet it again. */
  readonly base: string;
  /** In topological order, ties in declaration order. */
  readonly tasks: readonly AdmittedTask[];
  readonly history_record: string;
}

/** An attempt was admitted: from here on it may have happened. */
export interface AttemptStarted {
  readonly kind: "attempt_started";
  /** Row name: `task`, `task[key]` or `task[round-N]`. */
  readonly task: string;
  /** From 1, counted a row name over all executions of a log. */
  readonly attempt: number;
  readonly isolated: boolean;
  /** Engine milliseconds at which the attempt is ended. */
  readonly deadline_ms: number;
}

/** One captured file of a settled task. */
export interface CapturedFile {
  readonly path: string;
  readonly digest: string;
  readonly size: number;
  readonly executable: boolean;
}

/** The end of an attempt as the world reported it, before rules were applied to it. */
export interface AttemptEnded {
  readonly kind: "attempt_ended";
  readonly task: string;
  readonly attempt: number;
  readonly outcome: AttemptOutcome;
  readonly cost_usd: number;
  /** What ended it, in one word: exited, timeout, wall_clock, halt, stop, transport, lost, decided, refused. */
  readonly cause: string;
  readonly exit_code?: number;
  readonly transport?: TransportCause;
  readonly detail?: string;
  /** The model it actually ran under (WIRE-036). */
  readonly model?: string;
  /** The agent's stream or the command's stdout, kept beside the log. */
  readonly transcript?: { readonly path: string; readonly size: number; readonly digest: string };
  /** Processes that outlived the attempt: those that were ended after it, and those that could not be. */
  readonly survivors?: readonly string[];
}

export interface Repair {
  readonly label: string;
  readonly round: number;
  readonly of: number;
  readonly cost_usd: number;
  readonly notes: readonly string[];
}

/** The one row of a settled task, instance or round. */
export interface TaskResult {
  readonly kind: "task_result";
  readonly task: string;
  readonly status: TaskStatus;
  readonly plan_version: 1;
  readonly task_kind: string;
  readonly iter: number;
  readonly digest: string;
  readonly job: string;
  readonly attempts: number;
  readonly cost_usd: number;
  readonly score: null;
  readonly output?: JsonValue;
  /** In place of `output` when its text is above the inline bound: the blob that holds its JSON. */
  readonly output_blob?: { readonly digest: string; readonly size: number };
  /** The fields of a large output that the graph itself reads; the output may be in a blob. */
  readonly reads?: { readonly [field: string]: JsonValue };
  readonly agent?: { readonly harness: string; readonly model: string; readonly effort: string };
  readonly repairs?: readonly Repair[];
  readonly note: string;
  readonly blocked?: { readonly reason: BlockedReason; readonly task?: string };
  readonly transport?: TransportCause;
  readonly files?: readonly CapturedFile[];
  /** Commit that holds the task's workspace changes. */
  readonly commit?: string;
  /** The execution whose result this row reuses (RERUN-028). */
  readonly reused?: { readonly run: string; readonly execution: string };
  readonly secs: number;
  readonly trace_id: string;
  readonly span_id: string;
}

/** A mapped task was expanded: its items in order, one instance each. */
export interface FanOut {
  readonly kind: "fan_out";
  readonly task: string;
  readonly keys: readonly string[];
}

/** A command or evaluation said that nothing more needs to be done, and the engine agreed (EXEC-026). */
export interface CompletionAccepted {
  readonly kind: "completion";
  /** Task, or instance `task[key]`, that said so. */
  readonly task: string;
  readonly reason: string | null;
}

/** Spend of an attempt in flight, as an absolute figure. */
export interface SpendReported {
  readonly kind: "spend";
  readonly task: string;
  readonly attempt: number;
  readonly cost_usd: number;
}

/** A persistent agent turn began; never a cursor, never a transcript (WIRE-028, WIRE-029). */
export interface AgentSession {
  readonly kind: "agent_session";
  readonly session: string;
  readonly action: "started" | "resumed";
  /** Completed turns before this one. */
  readonly turn: number;
}

export interface AsksEmitted {
  readonly kind: "asks_emitted";
  readonly task: string;
  readonly asks: readonly JsonValue[];
}

export interface DecisionWait {
  readonly kind: "decision_wait";
  readonly task: string;
  readonly request: string;
  readonly evidence_digest: string;
  /** RFC 3339. */
  readonly expires_at: string;
}

export interface OutputRefused {
  readonly kind: "output_refused";
  readonly output_kind: string;
  readonly bound: string;
  readonly tool: string;
  readonly detail: string;
}

export interface HistoryEntry {
  readonly kind: "history_entry";
  readonly entry: {
    readonly task: string;
    readonly status: TaskStatus | null;
    readonly output: JsonValue;
  };
}

/** The engine came back to a log that has no shutdown line. */
export interface Recovery {
  readonly kind: "recovery";
  readonly class: "died_in_plan_task" | "halted";
  readonly iter: 0;
  readonly detail: string;
  /** A ceiling that was raised at this resume. */
  readonly budget_usd?: number;
  readonly wall_clock_ms?: number;
  /** Row names whose captured files did not survive. */
  readonly missing_files?: readonly string[];
}

/** Elapsed engine time while nothing else was written, so that a kill gives no time back. */
export interface Heartbeat {
  readonly kind: "heartbeat";
}

/** A ceiling was reached, or an operator asked; from here on the machine acts on it. */
export interface CeilingReached {
  readonly kind: "ceiling_reached";
  readonly ceiling: "cost" | "wall_clock";
}

export interface HaltRequested {
  readonly kind: "halt_requested";
}

/** Nothing is in flight any more after a halt was asked for; a resume goes on from here. */
export interface Halted {
  readonly kind: "halted";
}

export interface StopRequested {
  readonly kind: "stop_requested";
  readonly reason: string;
}

/** What the main graph came to; written before any epilogue task starts (EPI-022). */
export interface VerdictReached {
  readonly kind: "verdict";
  readonly verdict: Verdict;
  readonly reasons: readonly string[];
  readonly gate: "task";
  /** The outcome token that the shutdown line will carry. */
  readonly outcome: ShutdownOutcome;
}

/** The last line of an execution, exactly once. */
export interface Shutdown {
  readonly kind: "shutdown";
  readonly outcome: ShutdownOutcome;
  readonly reason: string;
  readonly verdict: Verdict;
}

export type Entry =
  | PlanAdmitted
  | AttemptStarted
  | AttemptEnded
  | FanOut
  | CompletionAccepted
  | TaskResult
  | SpendReported
  | AgentSession
  | AsksEmitted
  | DecisionWait
  | OutputRefused
  | HistoryEntry
  | Recovery
  | Heartbeat
  | CeilingReached
  | HaltRequested
  | Halted
  | StopRequested
  | VerdictReached
  | Shutdown;

/** Outputs whose JSON text is longer than this go to a blob, so that a log line stays bounded. */
export const OUTPUT_INLINE_BYTES_MAX = 65_536;
