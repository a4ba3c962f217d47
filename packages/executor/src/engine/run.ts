/** A run that this engine drives. */
import type { Clock, ExecutionId, LogLine, Store } from "@crucible/core";
import type { Execution } from "../driver/execution/execution.js";
import type { Journal } from "../driver/journal/journal.js";
import { type LogOptions, type LogWriter, readLog } from "./read-log.js";
import type { ResultFold, RunResult } from "./result.js";

export interface Run extends AsyncDisposable {
  readonly id: string;
  readonly execution: string;
  /** The log's lines as they are written, from any position, to any number of readers; ends when the run is halted or over. */
  log(options?: LogOptions): AsyncIterable<LogLine>;
  /** What came of it, once it is over or halted. Rejects only for engine faults: a lost claim or a lost store. */
  result(): Promise<RunResult>;
  /** Ends every attempt and gives the workspace up; the run can be resumed. Resolves once it is halted or over. */
  halt(): Promise<void>;
  /**
   * Ends the run for good (RUN-015). Resolves once it is over. Of a run that was halted before, the stop is left with the
   * store and meets whoever resumes it; one that is over stays as it ended.
   */
  stop(reason: string): Promise<void>;
}

export interface RunParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly id: ExecutionId;
  readonly execution: Execution;
  readonly journal: Journal;
  /** Of everything that was written. */
  readonly result: ResultFold;
}

export function runOf(parts: RunParts): Run {
  const { store, clock, id, execution, journal } = parts;
  const writer = writerOf(execution, journal);
  const halt = async (): Promise<void> => {
    await execution.report({ kind: "halt_requested" });
    await execution.over;
  };
  return {
    id: id.run,
    execution: id.execution,
    log: (options) => readLog(store, clock, id, options ?? {}, writer),
    result: async () => {
      await execution.over;
      return parts.result.result(id);
    },
    halt,
    stop: async (reason) => {
      await execution.report({ kind: "stop_requested", reason });
      await execution.over;
      if (parts.result.result(id).state !== "halted") return;
      await store.requests.post(id, { kind: "stop", reason });
    },
    [Symbol.asyncDispose]: async () => {
      // The result tells of a fault; giving the run up must not hide the error that led here.
      await halt().catch(() => undefined);
    },
  };
}

function writerOf(execution: Execution, journal: Journal): LogWriter {
  let over = false;
  const callbacks = new Set<() => void>();
  const end = (): void => {
    over = true;
    for (const callback of [...callbacks]) callback();
  };
  execution.over.then(end, end);
  return {
    onChange: (callback) => {
      const stop = journal.onAppend(callback);
      callbacks.add(callback);
      return () => {
        stop();
        callbacks.delete(callback);
      };
    },
    get over() {
      return over;
    },
  };
}
