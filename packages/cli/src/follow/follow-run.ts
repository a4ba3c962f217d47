/**
 * Follows a run of this process to its end: Ctrl+C halts it, what happens is reported as it happens, and the exit code
 * is 0 exactly when the verdict is valid (CLI-017, CLI-018, WIRE-024).
 */
import { existsSync } from "node:fs";
import type { Run, RunResult } from "@crucible/executor";
import { EXIT } from "../failure/failure.js";
import { interruptionOf } from "../failure/faults.js";
import { listenForInterrupts } from "../host/interrupts.js";
import type { Terminal } from "../terminal/terminal.js";
import { JsonReporter } from "./json-reporter.js";
import { commandFor, logOf, type RunPlace } from "./place.js";
import type { Reporter } from "./reporter.js";
import { TextReporter } from "./text-reporter.js";

/** A run about to begin. */
export interface Beginning extends RunPlace {
  /** Starts, resumes or reruns; an interrupt in the meantime halts the run as soon as it exists. */
  begin(): Promise<Run>;
  /** Ends whatever the run has started, at once. */
  endProcesses(): Promise<void>;
  /** Lines that an execution's log holds before this process adds any. */
  linesBefore(execution: string): number;
}

export async function followRun(
  beginning: Beginning,
  options: { readonly json?: true },
  terminal: Terminal,
): Promise<number> {
  const { endProcesses } = beginning;
  const interrupts = listenForInterrupts(terminal, () => performance.now(), endProcesses);
  const reporter = options.json ? new JsonReporter(terminal) : new TextReporter(terminal);
  try {
    const run = await beginning.begin();
    const { stateFolder, workspaceFolder } = beginning;
    const from = beginning.linesBefore(run.execution);
    reporter.begun({ run, from, stateFolder, workspaceFolder });
    const result = await ended(run, from, reporter, interrupts.signal).catch((error: unknown) => {
      const isKept = existsSync(logOf(stateFolder, { run: run.id, execution: run.execution }));
      const command = commandFor("resume", run.id, stateFolder, terminal.cwd);
      throw interruptionOf(error, isKept ? command : undefined);
    });
    const code = exitCodeOf(result);
    reporter.ended(result, code);
    return code;
  } finally {
    interrupts.stopListening();
  }
}

async function ended(
  run: Run,
  from: number,
  reporter: Reporter,
  interrupt: AbortSignal,
): Promise<RunResult> {
  const halt = (): void => void run.halt().catch(() => undefined);
  interrupt.addEventListener("abort", halt, { once: true });
  if (interrupt.aborted) halt();
  for await (const line of run.log()) reporter.line(line, line.seq >= from);
  return await run.result();
}

function exitCodeOf({ outcome, verdict }: RunResult): number {
  if (outcome === null) return EXIT.interrupted;
  return verdict === "valid" ? EXIT.valid : EXIT.invalid;
}
