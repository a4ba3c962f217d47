/**
 * Notices that a turn gets nowhere for reasons that are not the task's. A deadline is a failure of the task's own and is
 * never tried again, so an agent that cannot reach its model has to be ended before that.
 */
import type { TurnLimits } from "./limits.js";

/** The share of what is left of the attempt that trying in vain may take, and the rest that is kept for telling so. */
const RETRY_SHARE = 0.5;
const LAST_SHARE = 0.9;

export class Watchdog {
  readonly #limits: Pick<TurnLimits, "startupMs" | "retryMs" | "stallMs">;
  readonly #beganMs: number;
  readonly #lastMs: number;
  #heardMs: number | undefined;
  #retryingMs: number | undefined;
  #trouble = "";

  /** `remainingMs` is what is left of the attempt at `nowMs`. */
  constructor(limits: TurnLimits, remainingMs: number, nowMs: number) {
    this.#limits = {
      startupMs: Math.min(limits.startupMs, remainingMs * LAST_SHARE),
      retryMs: Math.min(limits.retryMs, remainingMs * RETRY_SHARE),
      stallMs: limits.stallMs,
    };
    this.#beganMs = nowMs;
    this.#lastMs = nowMs + remainingMs * LAST_SHARE;
  }

  heard(sign: "progress" | "retry" | "presence", detail: string, nowMs: number): void {
    if (sign === "presence") {
      this.#heardMs ??= nowMs;
      return;
    }
    this.#heardMs = nowMs;
    if (sign === "progress") {
      this.#retryingMs = undefined;
    } else {
      this.#retryingMs ??= nowMs;
      this.#trouble = detail;
    }
  }

  /** Why the turn is ended; `undefined` while it may go on. */
  verdict(isBusy: boolean, nowMs: number): string | undefined {
    const { startupMs, retryMs, stallMs } = this.#limits;
    if (this.#heardMs === undefined) {
      return nowMs - this.#beganMs < startupMs
        ? undefined
        : `it said nothing for ${seconds(startupMs)}`;
    }
    if (this.#retryingMs !== undefined) {
      const isOver = nowMs - this.#retryingMs >= retryMs || nowMs >= this.#lastMs;
      if (!isOver) return undefined;
      return `it tried in vain for ${seconds(nowMs - this.#retryingMs)}: ${this.#trouble}`;
    }
    if (isBusy || nowMs - this.#heardMs < stallMs) return undefined;
    return `it said nothing more for ${seconds(stallMs)}`;
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
