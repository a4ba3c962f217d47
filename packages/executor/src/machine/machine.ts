/**
 * The machine: a deterministic fold over log entries, and the rules that say which entries follow from a fact.
 *
 * It holds no promise, reads no clock and does no I/O. `decide` applies rules and evolves as it goes; replaying a log
 * calls `evolve` alone, so a newer engine cannot disagree with an old log. State after `decide` equals state after
 * evolving the same entries afresh; tests compare snapshots.
 */
import type { Entry, JsonValue, TaskStatus } from "@crucible/core";
import type { Effect } from "./effect.js";
import type { Fact } from "./fact.js";

export interface Machine {
  /** Applies the rules to a fact at an engine instant: the batch of entries to append, possibly empty. State has moved on when it returns. */
  decide(fact: Fact, nowMs: number): readonly Entry[];
  /** Replays one entry. Costs O(1) plus the edges touched. */
  evolve(entry: Entry): void;
  /** What an entry asks of the driver. */
  effects(entry: Entry): readonly Effect[];
  /** What an instance reads, from settled results; the driver fills in outputs by row name. */
  inputsOf(row: string): InputPlan;
  /** Settled spend plus what attempts in flight have reported, in nano-dollars; reused rows are not in it. */
  readonly spentNano: number;
  /** How the run stands. */
  readonly phase: "new" | "main" | "epilogue" | "halted" | "finished";
  /** A plain, comparable picture of the whole state, for tests. */
  snapshot(): JsonValue;
}

/** What an instance's inputs consist of; values come from the rows named here. */
export interface InputPlan {
  /** One a dependency that contributes, in dependency order. */
  readonly entries: readonly InputEntry[];
  /** File sets to stage: row names whose complete set goes to `inputs/<row, escaped>/`. */
  readonly staged: readonly string[];
  readonly item?: string;
  readonly revision?: {
    readonly round: number;
    readonly maxRounds: number;
    readonly reviewer: string;
    readonly review: SettledEntry;
  };
  /** Epilogue tasks only. */
  readonly outcome?: { readonly exit: string; readonly tasks: ReadonlyMap<string, SettledEntry> };
  /** Whether `params` is among the inputs (commands and evaluations). */
  readonly params: boolean;
}

export type InputEntry =
  /** The output itself of the row named `row`. */
  | { readonly kind: "output"; readonly name: string; readonly row: string }
  /** A settled envelope. */
  | { readonly kind: "settled"; readonly name: string; readonly entry: SettledEntry }
  /** A `keyed` field of the row's output, narrowed to the instance's key. */
  | {
      readonly kind: "narrowed";
      readonly name: string;
      readonly row: string;
      readonly fields: readonly string[];
      readonly key: string;
    };

/** Status, note, output and files of one settled row; `row` says whose output and files. */
export interface SettledEntry {
  readonly row: string;
  readonly status: TaskStatus;
  readonly note: string | null;
  /** Whether the row has an output. */
  readonly hasOutput: boolean;
  /** Whether its captured set is staged for this consumer. */
  readonly files: boolean;
  /** A mapped node's instances by raw key. */
  readonly perInstance?: ReadonlyMap<string, SettledEntry>;
}
