/** What is carried out under one row name, and what is kept of it once it settled. Mutable: the fold's own records. */
import type { CapturedFile, JsonValue, TaskResult, TaskStatus } from "@crucible/core";
import { READY, type TaskStateCode } from "./lifecycle.js";

/** A plain task, an instance of a fan-out, or a round of a task in a loop. */
export interface Instance {
  readonly row: string;
  /** Index of the task. */
  readonly task: number;
  /** Item of a fan-out. */
  readonly key: string | undefined;
  /** Round of a loop, from 1; 0 outside loops. */
  readonly round: number;
  /** Place in the ready queue after the task's own: 0, or 1 and up for the items of a fan-out. */
  readonly ordinal: number;
  state: TaskStateCode;
  /** Attempts started so far, over all resumptions. */
  attempts: number;
  /** How many of them failed by transport. */
  transportFailures: number;
  costNano: number;
  flight: Flight | undefined;
  settled: Settled | undefined;
}

/** An attempt that has not ended. */
interface Flight {
  readonly attempt: number;
  /** Spend reported so far. */
  spendNano: number;
}

/** What is kept of a row. */
export interface Settled {
  readonly row: string;
  readonly status: TaskStatus;
  readonly note: string;
  readonly hasOutput: boolean;
  /** Whether a complete captured set is held. */
  files: boolean;
  /** Output fields that the graph reads. */
  readonly kept: Kept | undefined;
}

export type Kept = ReadonlyMap<string, JsonValue>;

export function newInstance(
  task: number,
  row: string,
  place: { readonly key?: string; readonly round?: number; readonly ordinal?: number } = {},
): Instance {
  return {
    row,
    task,
    key: place.key,
    round: place.round ?? 0,
    ordinal: place.ordinal ?? 0,
    state: READY,
    attempts: 0,
    transportFailures: 0,
    costNano: 0,
    flight: undefined,
    settled: undefined,
  };
}

/** A mapped task after its expansion. */
export interface Fan {
  readonly task: number;
  readonly keys: readonly string[];
  readonly instances: readonly Instance[];
  readonly byKey: ReadonlyMap<string, Instance>;
  settled: number;
  passed: number;
  notTaken: number;
  /** Instances that the cost ceiling refused. */
  refused: number;
  /** Instances with an attempt in flight. */
  inFlight: number;
}

/** A loop's progress. */
export interface LoopRun {
  state: TaskStateCode;
  /** Dependencies outside the body that have not settled. */
  unmet: number;
  /** The round that was begun last, and the first before that. */
  round: number;
  /** In body order. */
  readonly members: readonly Member[];
}

/** A body task's progress within its loop. */
export interface Member {
  readonly task: number;
  /** Its round in progress or settled last. */
  instance: Instance | undefined;
  /** Its last round's row. */
  last: RoundRow | undefined;
  /** Spend of all rounds. */
  costNano: number;
  /** Whether any round of it had an attempt. */
  ran: boolean;
}

/** What an own-name row repeats of a round's row. */
interface RoundRow {
  readonly round: number;
  readonly settled: Settled;
  readonly blocked: TaskResult["blocked"];
  readonly transport: TaskResult["transport"];
  readonly agent: TaskResult["agent"];
  readonly files: readonly CapturedFile[] | undefined;
}
