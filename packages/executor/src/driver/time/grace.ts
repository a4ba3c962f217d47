/**
 * Waiting for a part of the host that was told to end. A port promises to come to an end then; if one does not, an attempt
 * would outlive its limit and a halt would never return, so after a while nobody waits for it any more.
 */
import type { Timer } from "@crucible/core";
import type { EngineTime } from "./engine-time.js";

/** Long enough to end processes and to read what they left. */
const GRACE_MS = 30_000;

/** In place of what the work comes to: nobody waits for it any more. */
export const GIVEN_UP: unique symbol = Symbol("given up");

/** What the work comes to, or {@link GIVEN_UP} when it had not ended half a minute after the signal. */
export function endOfWork<T>(
  work: Promise<T>,
  signal: AbortSignal,
  time: EngineTime,
): Promise<T | typeof GIVEN_UP> {
  return new Promise((resolve, reject) => {
    let patience: Timer | undefined;
    const wait = (): void => {
      patience = time.after(GRACE_MS, () => resolve(GIVEN_UP));
    };
    const stop = (): void => {
      patience?.cancel();
      signal.removeEventListener("abort", wait);
    };
    if (signal.aborted) wait();
    else signal.addEventListener("abort", wait);
    Promise.resolve(work).finally(stop).then(resolve, reject);
  });
}
