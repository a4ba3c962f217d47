/**
 * The writing end of a log. It puts entries into envelopes, appends a batch as one write and makes everything appended so
 * far durable when asked.
 */
import type { Claim, Entry, LogLine } from "@crucible/core";
import type { EngineTime } from "../time/engine-time.js";

export class Journal {
  readonly #claim: Claim;
  readonly #time: EngineTime;
  readonly #appended = new Set<() => void>();
  #seq: number;
  #flushed: number;
  #lastWriteMs: number;

  /** `seq` is the position of the next line. */
  constructor(claim: Claim, time: EngineTime, seq: number) {
    this.#claim = claim;
    this.#time = time;
    this.#seq = seq;
    this.#flushed = seq;
    this.#lastWriteMs = time.nowMs();
  }

  /** Position of the next line. */
  get seq(): number {
    return this.#seq;
  }

  /** Engine time of the last write. */
  get lastWriteMs(): number {
    return this.#lastWriteMs;
  }

  /** Appends entries that one decision made, as one write. */
  async append(entries: readonly Entry[], ms: number): Promise<void> {
    const ts = this.#time.timestamp();
    const last = entries.length - 1;
    const batch = entries.map((entry, index): LogLine => {
      const envelope = { v: 1, seq: this.#seq + index, ts, ms } as const;
      // Assigned rather than spread, which costs several times as much for entries of many shapes.
      return index < last
        ? Object.assign(envelope, { more: true } as const, entry)
        : Object.assign(envelope, entry);
    });
    this.#seq += batch.length;
    this.#lastWriteMs = ms;
    await this.#claim.append(batch);
    for (const callback of [...this.#appended]) callback();
  }

  /** Makes everything appended so far durable; costs nothing when it is already. */
  async flush(): Promise<void> {
    if (this.#flushed === this.#seq) return;
    const seq = this.#seq;
    await this.#claim.flush();
    this.#flushed = Math.max(this.#flushed, seq);
  }

  /** Calls back after every append; gives the way to stop that. */
  onAppend(callback: () => void): () => void {
    this.#appended.add(callback);
    return () => void this.#appended.delete(callback);
  }
}
