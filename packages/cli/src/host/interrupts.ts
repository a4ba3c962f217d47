/**
 * Ctrl+C for a run: the first asks it to halt, and one within two seconds of another ends its processes and then this
 * one, without waiting for the log or the workspace. A run that ended so is interrupted, and can be resumed.
 */
import { EXIT } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";

const AGAIN_MS = 2_000;
/** Ending processes takes less; whatever holds it up, nobody waits longer. */
const ENDING_MS_MAX = 1_000;

export interface Interrupts {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  stopListening(): void;
}

/** `endProcesses` ends whatever the run has started. */
export function listenForInterrupts(
  terminal: Terminal,
  now: () => number,
  endProcesses: () => Promise<void>,
): Interrupts {
  const controller = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  let isEnding = false;
  const exit = (): void => terminal.exitNow(EXIT.interrupted);
  const stopListening = terminal.onInterrupt(() => {
    const at = now();
    if (isEnding) return exit();
    if (at - last <= AGAIN_MS) {
      isEnding = true;
      terminal.complain("ended at once");
      setTimeout(exit, ENDING_MS_MAX).unref();
      endProcesses().then(exit, exit);
      return;
    }
    last = at;
    terminal.complain("halting; press Ctrl+C again within two seconds to end at once");
    controller.abort();
  });
  return { signal: controller.signal, stopListening };
}
