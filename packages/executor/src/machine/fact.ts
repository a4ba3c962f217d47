/**
 * Facts: what happened outside the machine. The driver reports them; `decide` is the only place where rules are applied
 * to them. Facts are data, so a simulator can make them up and a log can explain them.
 */
import type {
  AgentSession,
  CapturedFile,
  DecisionWait,
  FanOut,
  JsonValue,
  Repair,
  TaskResult,
  TransportCause,
} from "@crucible/core";

export type Fact =
  /** The run begins; nothing is in the log yet. */
  | {
      readonly kind: "started";
      /** Identity of the workspace's pristine start. */
      readonly base: string;
      /** What a rerun reuses of its parent, as `planRerun` gives it: rows in the parent's settle order, already marked `reused`, and the keys of mapped tasks before their instances. */
      readonly reused: readonly (TaskResult | FanOut)[];
    }
  /** An attempt ended and its evidence is safe: blobs written, commit prepared, processes gone. */
  | AttemptEndedFact
  /** Spend of an attempt in flight, an absolute figure. */
  | {
      readonly kind: "spend_reported";
      readonly task: string;
      readonly attempt: number;
      readonly costNano: number;
    }
  /** The wall-clock ceiling of the run was reached. */
  | { readonly kind: "wall_clock_reached" }
  /** Ctrl+C, SIGTERM or `run halt`: end attempts, write no shutdown. */
  | { readonly kind: "halt_requested" }
  /** `run stop`: final. */
  | { readonly kind: "stop_requested"; readonly reason: string }
  /** Nothing was written for a while. */
  | { readonly kind: "time_passed" }
  /** A persistent agent turn began. */
  | { readonly kind: "session_turn"; readonly entry: AgentSession }
  /** A human-decided route opened or reopened its request. */
  | { readonly kind: "decision_opened"; readonly entry: DecisionWait }
  /** The log was folded again after an interruption; attempts without an end are lost. */
  | {
      readonly kind: "resumed";
      /** Raised ceilings, when the operator gave any. */
      readonly costNano?: number;
      readonly wallMs?: number;
      /** Row names of settled tasks whose captured files did not survive. */
      readonly missingFiles: readonly string[];
    };

export interface AttemptEndedFact {
  readonly kind: "attempt_ended";
  /** Row name: `task`, `task[key]` or `task[round-N]`. */
  readonly task: string;
  readonly attempt: number;
  readonly end: AttemptEnd;
  /** Total of the attempt, repairs included. */
  readonly costNano: number;
  readonly model: string | null;
  /** Of an agent task: what it ran under, its own choice first and then the run's; empty where nothing is chosen. */
  readonly agent?: NonNullable<TaskResult["agent"]>;
  readonly survivors: readonly string[];
  readonly transcript?: { readonly path: string; readonly size: number; readonly digest: string };
  /** What checking the declared output and files found; only of an attempt that would pass. */
  readonly findings: readonly string[];
  /** The captured set, complete, or `null` when there is none. */
  readonly files: readonly CapturedFile[] | null;
  /** Why the declared set was not captured, for the note of a failing attempt. */
  readonly captureProblems: readonly string[];
  /** Prepared commit of the workspace's changes; the machine names it in the row only when the attempt passes. */
  readonly commit: string | null;
  readonly repairs: readonly Repair[];
  readonly secs: number;
}

/** How an attempt ended, before judgement. */
export type AttemptEnd =
  /** A command, an evaluation or an agent turn came to its own end. */
  | {
      readonly kind: "exited";
      /** `null` when a signal ended it; agents that completed report 0. */
      readonly exitCode: number | null;
      readonly result: ResultReading;
      /** Cleaned end of standard error for `exit 1: …`. */
      readonly stderrTail: string;
    }
  /** An agent turn failed by its own doing (refusal, turn limit, denied tool, stand-in exit); never retried. */
  | {
      readonly kind: "turn_failed";
      readonly note: string;
      readonly exitCode?: number;
      readonly result: ResultReading;
      readonly stderrTail: string;
    }
  | {
      readonly kind: "transport";
      readonly cause: TransportCause;
      readonly detail: string;
      readonly retryable: boolean;
    }
  /** Ended at its own limit or at the run's wall-clock ceiling. */
  | { readonly kind: "deadline"; readonly limit: "task" | "run" }
  /** Ended because the run was halted or stopped. */
  | { readonly kind: "cancelled" }
  /** A route was answered, or its request expired; the machine checks the answer and makes the route's output of it. */
  | { readonly kind: "answered"; readonly answer: RouteAnswer }
  /** Could not be prepared or judged for a reason of its own, such as marker text in an input. `staging`: its files could not be put in place, so that nothing ran and it settles blocked. */
  | { readonly kind: "refused"; readonly note: string; readonly staging?: true };

/** What a decision model, a person or the clock said; shapes are those of the ports. */
export type RouteAnswer =
  | {
      readonly kind: "model";
      /** A probability a label, by question id. */
      readonly probabilities: ReadonlyMap<string, ReadonlyMap<string, number>>;
      /** Where between its levels, from 0 on, the answer to a `score` lies, by question id. */
      readonly positions?: ReadonlyMap<string, number>;
      /** What the row says about what the model was shown; empty or absent when there is nothing to say. */
      readonly note?: string;
    }
  | {
      readonly kind: "person";
      /** Chosen options by question id, in the order given. */
      readonly choices: ReadonlyMap<string, readonly string[]>;
      readonly decidedBy: string;
      /** RFC 3339. */
      readonly decidedAt: string;
      readonly evidenceDigest: string;
      readonly note: string | null;
    }
  | { readonly kind: "expired"; readonly evidenceDigest: string };

/** What reading the result line or file gave; `from: "file"` when the result was expected in `PLAN_TASK_RESULT.json`. */
export type ResultReading =
  | { readonly kind: "none"; readonly from?: "file" }
  | {
      readonly kind: "not_json";
      readonly error: string;
      readonly line: string;
      readonly from?: "file";
    }
  | { readonly kind: "refused"; readonly problem: string }
  | { readonly kind: "value"; readonly value: JsonValue; readonly from?: "file" };
