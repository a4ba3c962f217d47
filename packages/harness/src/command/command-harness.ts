/**
 * The stand-in: a command that takes the place of an agent. It is given the prompt and what the turn runs under in its
 * environment, answers with its exit code and last words, and may report what it spent while it runs.
 */
import type {
  Harness,
  Process,
  ProcessEnd,
  SpawnRequest,
  TurnContext,
  TurnOutcome,
  TurnRequest,
} from "@crucible/core";
import { turnFiles } from "../turn/files.js";
import { LINE_BYTES_MAX, lastWords } from "./last-words.js";
import { USAGE_VARIABLE, UsageReader, UsageUnreadable } from "./usage.js";

export interface CommandHarnessOptions {
  /** Run with `sh -c` in the workspace. */
  readonly command: string;
  /** `command` unless given. */
  readonly name?: string;
}

/** A longer prompt is given in a file alone: systems limit how long a variable may be. */
const PROMPT_VARIABLE_BYTES_MAX = 65_536;
/** How often a running command's usage file is looked at. */
const USAGE_INTERVAL_MS = 200;

/** A harness that runs a command for every turn (HARNESS-002 to HARNESS-006). */
export function commandHarness(options: CommandHarnessOptions): Harness {
  return Object.freeze({
    name: options.name ?? "command",
    metered: true,
    sessions: true,
    // The engine ends the command with everything that it started, whatever it is doing.
    interrupts: true,
    check: () => [],
    run: (turn: TurnRequest, context: TurnContext) => runTurn(options.command, turn, context),
  });
}

async function runTurn(
  command: string,
  turn: TurnRequest,
  context: TurnContext,
): Promise<TurnOutcome> {
  const process = context.spawn(requestOf(command, turn));
  const usage = new UsageReader(process);
  const meter = new Meter(process, usage, context);
  const end = await process.ended;
  const unreadable = await meter.finish();
  const survivors = end.kind === "exited" ? end.survivors : [];
  const figures = { model: turn.model, survivors };
  if (unreadable !== undefined) {
    const detail = `the usage file ${unreadable}`;
    return { ...figures, ...transport(detail), retryable: false, costNano: null };
  }
  const costed = { ...figures, costNano: usage.costNano };
  if (context.signal.aborted) return { ...costed, kind: "aborted" };
  if (end.kind === "spawn_failed") {
    return { ...costed, ...transport(`spawn failed: ${end.detail}`), retryable: true };
  }
  return { ...costed, ...(await answerOf(process, end)) };
}

function transport(detail: string): { kind: "transport"; cause: "agent"; detail: string } {
  return { kind: "transport", cause: "agent", detail };
}

type Answer =
  | { kind: "completed"; text: string; denials: readonly string[] }
  | { kind: "failed"; note: string; exitCode?: number; text: string };

async function answerOf(
  process: Process,
  end: Extract<ProcessEnd, { kind: "exited" }>,
): Promise<Answer> {
  const text = await lastWords(process, end.stdoutBytes);
  if (end.exitCode !== 0) {
    // The note is the raw end of standard error: whoever records it cleans and bounds it.
    return { kind: "failed", note: end.stderrTail, exitCode: end.exitCode ?? -1, text: text ?? "" };
  }
  if (text === undefined) {
    const note = `last stdout line is longer than ${LINE_BYTES_MAX} bytes`;
    return { kind: "failed", note, text: "" };
  }
  return { kind: "completed", text, denials: [] };
}

function requestOf(command: string, turn: TurnRequest): SpawnRequest {
  const { prompt, files } = turnFiles(turn);
  const env = new Map(turn.env);
  // A variable of an outer run must not be taken for this turn's.
  env.delete("CRUCIBLE_PROMPT");
  if (prompt.length <= PROMPT_VARIABLE_BYTES_MAX) env.set("CRUCIBLE_PROMPT", turn.prompt);
  if (turn.model !== null) env.set("CRUCIBLE_MODEL", turn.model);
  if (turn.effort !== null) env.set("CRUCIBLE_EFFORT", turn.effort);
  return {
    attempt: turn.attempt,
    argv: ["sh", "-c", command],
    env,
    stdin: null,
    files,
    feedback: [USAGE_VARIABLE],
  };
}

/** Reads the usage file while the command runs; a file that cannot be counted ends the turn at once. */
class Meter {
  readonly #process: Process;
  readonly #usage: UsageReader;
  readonly #context: TurnContext;
  readonly #timer: ReturnType<typeof setInterval>;
  #reading: Promise<void> = Promise.resolve();
  #unreadable: string | undefined;

  constructor(process: Process, usage: UsageReader, context: TurnContext) {
    this.#process = process;
    this.#usage = usage;
    this.#context = context;
    this.#timer = setInterval(() => this.#read(false), USAGE_INTERVAL_MS);
  }

  /** Counts the rest; what is wrong with the file, if anything is. */
  async finish(): Promise<string | undefined> {
    clearInterval(this.#timer);
    const end = await this.#process.ended;
    // A command that never started wrote nothing and may have no file.
    if (end.kind === "exited") this.#read(true);
    await this.#reading;
    return this.#unreadable;
  }

  #read(atEnd: boolean): void {
    this.#reading = this.#reading.then(async () => {
      if (this.#unreadable !== undefined) return;
      try {
        await this.#usage.read(atEnd);
        if (this.#usage.costNano > 0) this.#context.spent(this.#usage.costNano);
      } catch (error) {
        this.#unreadable =
          error instanceof UsageUnreadable ? error.message : `cannot be counted (${String(error)})`;
        await this.#process.kill();
      }
    });
  }
}
