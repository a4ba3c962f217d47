/** A Clock over the platform's own timers; enough for waits below 24 days, which is what one timer holds. */
import type { Clock } from "@crucible/core";

export function platformClock(): Clock {
  return {
    wallMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    at: (instant, callback) => {
      const timer = setTimeout(callback, Math.max(0, Math.ceil(instant - performance.now())));
      return { cancel: () => clearTimeout(timer) };
    },
  };
}
