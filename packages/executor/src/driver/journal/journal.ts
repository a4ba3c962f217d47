/**
 * The writing end of a log. It puts entries into envelopes, appends what was decided together as one write and makes
 * everything appended so far durable when asked.
 */
import type { Claim, Entry, LogLine } from "@crucible/core";
import type { EngineTime } from "../time/engine-time.js";

/** The entries that one fact led to, and the engine time at which it did. */
export interface Decision {
  readonly entries: readonly Entry[];
  readonly ms: number;
}

export class Journal {
  readonly #claim: Claim;
  readonly #time: EngineTime;
  readonly #written: (entry: Entry) => void;
  readonly #appended = new Set<() => void>();
  #seq: number;
  #flushed: number;
  #lastWriteMs: number;

  /** `seq` is the position of the next line; `written` is told every entry once it is appended. */
  constructor(claim: Claim, time: EngineTime, seq: number, written: (entry: Entry) => void) {
    this.#claim = claim;
    this.#time = time;
    this.#written = written;
    this.#seq = seq;
    this.#flushed = seq;
    this.#lastWriteMs = time.nowMs();
  }

  /** Engine time of the last write. */
  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  /** Appends what several decisions made as one write, in batches; gives the position of the first line. */
  append(decisions: readonly Decision[]): number | Promise<number> {
    const from = this.#seq;
    const ts = this.#time.timestamp();
    const lines: LogLine[] = [];
    for (const { entries, ms } of decisions) {
      const last = entries.length - 1;
      const settled = settledEnd(entries);
      for (let index = 0; index <= last; index++) {
        const entry = entries[index] as Entry;
        const seq = from + lines.length;
        // Spread last into a literal: assigned to an object, this many fields make it one that is slow to print.
        lines.push(
          index < last && index !== settled
            ? { v: 1, seq, ts, ms, more: true, ...entry }
            : { v: 1, seq, ts, ms, ...entry },
        );
        this.#lastWriteMs = ms;
      }
    }
    if (lines.length === 0) return from;
    this.#seq += lines.length;
    return this.#claim.append(lines).then(() => {
      for (const { entries } of decisions) for (const entry of entries) this.#written(entry);
      for (const callback of [...this.#appended]) callback();
      return from;
    });
  }

  /** Makes everything appended so far durable; nothing to wait for when it is already. */
  flush(): Promise<void> | undefined {
    if (this.#flushed === this.#seq) return undefined;
    const seq = this.#seq;
    return this.#claim.flush().then(() => {
      this.#flushed = Math.max(this.#flushed, seq);
    });
  }

  /** Calls back after every append; gives the way to stop that. */
  onAppend(callback: () => void): () => void {
    this.#appended.add(callback);
    return () => void this.#appended.delete(callback);
  }
}

/**
 * The last entry before those that go on from what was settled; -1 when nothing was. What goes on follows from where the run
 * stands, so that a resume would decide it again: it is a batch of its own, and a row is not lost with the start that it
 * led to. An attempt that is tried again goes on from no row, and stays with the end of the one before it.
 */
function settledEnd(entries: readonly Entry[]): number {
  let hasSettled = false;
  for (let index = 0; index < entries.length; index++) {
    const { kind } = entries[index] as Entry;
    if (kind === "task_result") hasSettled = true;
    else if (kind === "attempt_started" || kind === "verdict") return hasSettled ? index - 1 : -1;
  }
  return -1;
}
