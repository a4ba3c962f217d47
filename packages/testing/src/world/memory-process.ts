/** A process in memory: a program that runs against one workspace until it returns or is killed. */
import type { Clock, Process, ProcessEnd, SpawnRequest } from "@crucible/core";
import type { Program } from "./program.js";
import { RunningProgram, type WorkingFiles } from "./running-program.js";

/** How much of standard error is kept. */
const STDERR_TAIL_CHARACTERS = 64 * 1024;

/** A program begins once whoever spawned it has the process in hand. */
const SPAWNED: Promise<void> = Promise.resolve();

export class MemoryProcess implements Process {
  readonly ended: Promise<ProcessEnd>;
  readonly #running: RunningProgram;
  readonly #onEnd: () => void;
  #finish: (end: ProcessEnd) => void = () => undefined;

  constructor(
    request: SpawnRequest,
    program: Program | undefined,
    files: WorkingFiles,
    clock: Clock,
    onEnd: () => void,
  ) {
    this.#running = new RunningProgram(request, files, clock);
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
    if (request.home !== undefined) {
      this.#end({ kind: "spawn_failed", detail: "a world in memory gives no process a home" });
    } else if (program === undefined) {
      this.#end({ kind: "spawn_failed", detail: `there is no program ${request.argv[0]}` });
    } else {
      void SPAWNED.then(() => this.#run(program));
    }
  }

  async kill(): Promise<void> {
    if (this.#running.over) return;
    this.#running.kill();
    this.#exit(null, "SIGKILL");
  }

  async stdout(from: number, bytesMax: number): Promise<Uint8Array> {
    return this.#running.stdout.slice(from, from + bytesMax);
  }

  async feedback(variable: string, from: number): Promise<Uint8Array> {
    return this.#running.feedback(variable).slice(from);
  }

  #run(program: Program): void {
    const failed = (error: unknown): void => {
      if (!this.#running.over) {
        this.#running.stderr += `${error instanceof Error ? error.message : String(error)}\n`;
      }
      this.#exit(1, null);
    };
    try {
      const returned = program(this.#running);
      if (returned instanceof Promise) {
        returned.then((code) => this.#exit(code ?? 0, null), failed);
      } else {
        this.#exit(returned ?? 0, null);
      }
    } catch (error) {
      failed(error);
    }
  }

  #exit(exitCode: number | null, signal: string | null): void {
    const { stdout, stderr, survivors } = this.#running;
    this.#end({
      kind: "exited",
      exitCode,
      signal,
      stdoutBytes: stdout.length,
      stderrTail: stderr.slice(-STDERR_TAIL_CHARACTERS),
      survivors,
    });
  }

  #end(end: ProcessEnd): void {
    if (this.#running.over) return;
    this.#running.end();
    this.#onEnd();
    this.#finish(end);
  }
}
