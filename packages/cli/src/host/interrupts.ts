/**
 * Ctrl+C for a run: the first asks it to halt, and one within two seconds of another ends this process at once. By then
 * the halt has already ended the run's processes; what is given up is waiting for them and for the log.
 */
import { EXIT } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";

const AGAIN_MS = 2_000;

export interface Interrupts {
  /** Aborted by the first interrupt. */
  readonly signal: AbortSignal;
  stopListening(): void;
}

export function listenForInterrupts(terminal: Terminal, now: () => number): Interrupts {
  const controller = new AbortController();
  let last = Number.NEGATIVE_INFINITY;
  const stopListening = terminal.onInterrupt(() => {
    const at = now();
    if (at - last <= AGAIN_MS) {
      terminal.complain("ended at once");
      terminal.exitNow(EXIT.interrupted);
    }
    last = at;
    terminal.complain("halting; press Ctrl+C again within two seconds to end at once");
    controller.abort();
  });
  return { signal: controller.signal, stopListening };
}
