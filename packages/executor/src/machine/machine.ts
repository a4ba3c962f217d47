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
  /** Attempts that started and have not ended, oldest first; after a replay these are the lost ones. */
  inFlight(): readonly { readonly task: string; readonly attempt: number }[];
  /** Where the output of a row comes from that the machine wrote without it; the driver fills it in before it appends. */
  outputSource(entry: Entry): OutputSource | undefined;
  /** How the run stands. */
  readonly phase: "new" | "main" | "epilogue" | "halted" | "finished";
  /** A plain, comparable picture of the whole state, for tests. */
  snapshot(): JsonValue;
}

/** The machine keeps no outputs, so two kinds of row are written without theirs. */
export type OutputSource =
  /** A loop's own-name row repeats the output of its last round. */
  | { readonly kind: "row"; readonly row: string }
  /** A fan-out's own row holds the outputs of its passing instances: set `outputs` of the row's output, key by key. */
  | { readonly kind: "outputs"; readonly rows: ReadonlyMap<string, string> };

/** A complete captured set to stage: from which row, and whose directory it goes to. */
export interface StagedRow {
  readonly row: string;
  /** With `key`, the directory below `inputs/`: `node`, or `node[key]` with the key escaped. */
  readonly node: string;
  readonly key?: string;
}

/** What an instance's inputs consist of; values come from the rows named here. */
export interface InputPlan {
  /** One a dependency that contributes, in dependency order. */
  readonly entries: readonly InputEntry[];
  /** File sets to stage, in declaration order. */
  readonly staged: readonly StagedRow[];
  /** Values that questions offer whose options or picks come from another task's output, by question id; repeated values once. */
  readonly options?: ReadonlyMap<string, readonly string[]>;
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

export interface InputEntry {
  readonly name: string;
  /** The output itself of `entry.row`, or a settled envelope around it. */
  readonly kind: "output" | "settled";
  readonly entry: SettledEntry;
  /** Fields of the output that are narrowed to one key of theirs, the instance's own. */
  readonly keyed?: { readonly fields: readonly string[]; readonly key: string };
}

/** Status, note, output and files of one settled row; `row` says whose output. */
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
