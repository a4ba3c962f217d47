/**
 * The reins of one attempt: why it must end, if it must, and every process it started, so that ending it ends them all.
 */
import type { Process, SpawnRequest, Workspace } from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";

/** Why an attempt is ended before its own end. */
export type AbortCause = "task_limit" | "wall_clock" | "halt" | "stop" | "fault";

const NONE: readonly never[] = [];

export class AttemptControl {
  /** Identity of the attempt, unique in the run. */
  readonly id: string;
  /** Made when a signal is asked for: most attempts check nothing that could be ended by one. */
  #abort: AbortController | undefined;
  /** Few at a time, and mostly one. */
  #running: readonly Process[] = NONE;
  #abortedEnd: AttemptEnd | undefined;
  #isFinal = false;

  constructor(id: string) {
    this.id = id;
  }

  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      this.#abort = new AbortController();
      if (this.#abortedEnd !== undefined) this.#abort.abort();
    }
    return this.#abort.signal;
  }

  /** How the attempt ends for having been aborted; `undefined` when it was not. */
  get abortedEnd(): AttemptEnd | undefined {
    return this.#abortedEnd;
  }

  /** Whether it was aborted because the run is over, so that no later attempt will follow. */
  get isFinal(): boolean {
    return this.#isFinal;
  }

  /** Whether a process of it has not ended. */
  get isRunning(): boolean {
    return this.#running.length > 0;
  }

  /** Ends the attempt and everything it runs; the first cause stands. */
  abort(cause: AbortCause): void {
    if (this.#abortedEnd !== undefined) return;
    this.#isFinal = cause === "stop" || cause === "wall_clock";
    this.#abortedEnd = endFor(cause);
    this.#abort?.abort();
    for (const process of this.#running) beginKill(process);
  }

  spawn(workspace: Workspace, request: SpawnRequest): Process {
    const process = workspace.spawn(request);
    this.#running = this.#running.length === 0 ? [process] : [...this.#running, process];
    process.ended.then(
      () => {
        this.#running =
          this.#running.length === 1 ? NONE : this.#running.filter((other) => other !== process);
      },
      // One of whose end nothing can be learnt counts as running, and is ended with the attempt.
      () => undefined,
    );
    if (this.#abortedEnd !== undefined) beginKill(process);
    return process;
  }

  /** Ends what still runs, and waits until it has. Rejects when a process cannot be ended. */
  async endProcesses(): Promise<void> {
    await Promise.all(this.#running.map((process) => process.kill()));
  }
}

/** Nobody waits for it: whether it succeeds is learnt when the attempt's processes are ended. */
function beginKill(process: Process): void {
  process.kill().catch(() => undefined);
}

function endFor(cause: AbortCause): AttemptEnd {
  switch (cause) {
    case "task_limit":
      return { kind: "deadline", limit: "task" };
    case "wall_clock":
      return { kind: "deadline", limit: "run" };
    case "halt":
    case "stop":
    case "fault":
      return { kind: "cancelled" };
  }
}
