/**
 * Readers of a log: any number of them, from any process, all from the Store. A reader of a run that this engine drives is
 * woken by its writer; any other looks again every so often until the run is over.
 */
import type { Clock, ExecutionId, LogLine, Store } from "@crucible/core";

/** How often a log that another engine writes is looked at. */
const LOOK_MS = 500;

export interface LogOptions {
  /** Position of the first line wanted; 0 unless given. */
  readonly from?: number;
  /** Whether to wait for lines until the execution is over; true unless given. */
  readonly follow?: boolean;
}

/** Tells a reader about a writer in the same process. */
export interface LogWriter {
  /** Calls back after every append and at the end; gives the way to stop that. */
  onChange(callback: () => void): () => void;
  readonly over: boolean;
}

/** Lines from a position on, as they are written. */
export async function* readLog(
  store: Store,
  clock: Clock,
  id: ExecutionId,
  options: LogOptions,
  writer?: LogWriter,
): AsyncGenerator<LogLine, void, undefined> {
  let next = options.from ?? 0;
  const follow = options.follow ?? true;
  for (;;) {
    const waiting = follow ? change(clock, writer) : undefined;
    try {
      // Whether more can come is asked before reading, so that nothing written in between is missed.
      const last = !follow || (await isOver(store, id, writer));
      const lines = await store.read(id, next);
      for (const line of lines) {
        next = line.seq + 1;
        yield line;
      }
      if (lines.at(-1)?.kind === "shutdown" || (last && lines.length === 0)) return;
      if (lines.length === 0) await waiting?.changed;
    } finally {
      waiting?.stop();
    }
  }
}

async function isOver(store: Store, id: ExecutionId, writer?: LogWriter): Promise<boolean> {
  if (writer) return writer.over;
  const all = await store.list();
  const found = all.find(({ run, execution }) => run === id.run && execution === id.execution);
  return found === undefined || !found.owned;
}

interface Waiting {
  readonly changed: Promise<void>;
  stop(): void;
}

function change(clock: Clock, writer?: LogWriter): Waiting {
  let stop: () => void = () => undefined;
  const changed = new Promise<void>((resolve) => {
    if (writer) {
      stop = writer.onChange(resolve);
    } else {
      const timer = clock.at(clock.monotonicMs() + LOOK_MS, resolve);
      stop = () => timer.cancel();
    }
  });
  return { changed, stop };
}
