/**
 * The two clocks of a log. Engine time is what ceilings and deadlines are measured in: whole milliseconds that never run
 * backwards and stand still while the engine is down. Wall time is for people.
 */
import type { Clock, Timer } from "@crucible/core";

/** The last moment of wall time that RFC 3339 can say. */
export const LAST_MOMENT_MS = 253_402_300_799_999;

/** What a difference of two monotone readings may be off by without counting as a millisecond missed. */
const ROUNDING_MS = 0.001;

export class EngineTime {
  readonly #clock: Clock;
  readonly #originMs: number;
  readonly #baseMs: number;
  #lastMs: number;
  #stampedMs = Number.NaN;
  #stamp = "";

  /** `baseMs` is the engine time at which the log ended before; 0 for a new one. */
  constructor(clock: Clock, baseMs: number) {
    this.#clock = clock;
    this.#originMs = clock.monotonicMs();
    this.#baseMs = baseMs;
    this.#lastMs = baseMs;
  }

  /** A clock that jumps back, or says what is no time, makes time stand still. */
  nowMs(): number {
    const elapsedMs = this.#clock.monotonicMs() - this.#originMs;
    const nowMs = this.#baseMs + Math.floor(elapsedMs + ROUNDING_MS);
    if (nowMs > this.#lastMs) this.#lastMs = nowMs;
    return this.#lastMs;
  }

  /** Wall time as milliseconds since 1970; may jump. */
  wallMs(): number {
    return this.#clock.wallMs();
  }

  /** RFC 3339 in UTC. Many lines are written within one millisecond, so the last text is kept. */
  timestamp(): string {
    const wallMs = this.#clock.wallMs();
    if (wallMs !== this.#stampedMs) {
      this.#stampedMs = wallMs;
      this.#stamp = new Date(wallMs).toISOString();
    }
    return this.#stamp;
  }

  /** Calls back once engine time has reached an instant. */
  at(engineMs: number, callback: () => void): Timer {
    return this.#clock.at(this.#originMs + (engineMs - this.#baseMs), callback);
  }

  after(ms: number, callback: () => void): Timer {
    return this.at(this.nowMs() + ms, callback);
  }
}

/** Wall time as RFC 3339 in UTC. */
export function timestampOf(clock: Clock): string {
  return new Date(clock.wallMs()).toISOString();
}
