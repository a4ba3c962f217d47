/**
 * Who runs on this machine, as far as ending an attempt needs it: parents, groups, sessions, start times and the marker
 * in the environment. A table only reads; `process-watch.ts` remembers and `sweep.ts` judges.
 */
import { procTable } from "./proc-table.js";
import { psTable } from "./ps-table.js";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Tells a process from a later one with the same number. */
  readonly started: string;
  readonly command: string;
}

/** `nobody`: a zombie, the dead, a thread of the kernel; `gone`: the number was listed and has nothing behind it now. */
export type Listed = RunningProcess | "nobody" | "gone";

/** What a process was started with: the variable's value, `null` without it, `unknown` while nothing can be read. */
export type MarkerReading = string | null | "unknown";

export interface ProcessTable {
  /** The numbers of all processes, and what stands behind those that `isNew` picks. */
  list(isNew: (pid: number) => boolean): Promise<ProcessListing>;
  marker(process: RunningProcess, variable: string): Promise<MarkerReading> | MarkerReading;
  /** That very process as it is now; nothing when it has ended, or its number stands for another. */
  now(process: RunningProcess): RunningProcess | undefined;
}

export interface ProcessListing {
  readonly pids: readonly number[];
  readonly looked: ReadonlyMap<number, Listed>;
}

/** The table of this machine. */
export function processTable(): ProcessTable {
  return process.platform === "linux" ? procTable : psTable;
}
