/**
 * The clock of this machine. Deadlines run on the monotone clock, so a correction of the wall clock neither fires nor
 * delays them; waits longer than one timer can hold (about 24.8 days) are made of several.
 */
import type { Clock, Timer } from "@crucible/core";

/** The longest delay that one timer of the platform keeps; a longer one would fire at once. */
const TIMER_MS_MAX = 2_147_483_647;

/** The real clock. */
export function systemClock(): Clock {
  return Object.freeze({
    wallMs: () => Date.now(),
    monotonicMs: () => performance.now(),
    at: callAt,
  });
}

function callAt(monotonicMs: number, callback: () => void): Timer {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const remainingMs = monotonicMs - performance.now();
    timer = setTimeout(
      () => {
        // A timer may fire a little early, and a long wait is a chain of timers: look again.
        if (performance.now() < monotonicMs) wait();
        else callback();
      },
      Math.min(Math.max(0, Math.ceil(remainingMs)), TIMER_MS_MAX),
    );
  };
  wait();
  return Object.freeze({ cancel: () => clearTimeout(timer) });
}
