/**
 * `crucible plan run`: starts a run, follows it to its end and prints what came of it. The exit code is 0 exactly when
 * the verdict is valid (CLI-017, CLI-018, WIRE-024).
 */
import { join } from "node:path";
import {
  ClaimRefused,
  type Diagnostic,
  Fenced,
  LogDamaged,
  type LogLine,
  StoreLost,
} from "@crucible/core";
import { LaunchRefused, type Run, type RunResult } from "@crucible/executor";
import type { LocalHost } from "@crucible/local";
import { EXIT, Refusal } from "../failure/failure.js";
import { listenForInterrupts } from "../host/interrupts.js";
import { launchRequest } from "../host/launch-request.js";
import { packHost } from "../host/pack-host.js";
import type { RunOptions } from "../options/options.js";
import { progressLine } from "../show/progress.js";
import { exitOf, rowLines, runSummary } from "../show/run-summary.js";
import { type LoadedPlan, loadPlan } from "../source/load-plan.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";

export async function runPlan(options: RunOptions, terminal: Terminal): Promise<number> {
  if (process.platform === "win32") {
    throw new Refusal("plan run needs Linux or macOS; on Windows, use it inside WSL");
  }
  const loaded = await loadPlan(options, terminal);
  const host = packHost(loaded, options, terminal);
  const interrupts = listenForInterrupts(terminal, () => performance.now());
  try {
    const run = await start(host, loaded, options);
    return await follow(run, host, interrupts.signal, terminal);
  } catch (error) {
    throw isFault(error) ? new Refusal(error.message) : error;
  } finally {
    interrupts.stopListening();
  }
}

async function start(host: LocalHost, loaded: LoadedPlan, options: RunOptions): Promise<Run> {
  try {
    const { plan, pack } = loaded;
    return await host.engine.start(plan, launchRequest(options), host.runOptions(pack));
  } catch (error) {
    if (!(error instanceof LaunchRefused)) throw error;
    throw new Refusal(...error.problems.map(reasonOf));
  }
}

function reasonOf({ code, message }: Diagnostic): string {
  if (code !== "unknown-harness") return message;
  return `${message}; --agent-cmd <command> lets a command play the agent`;
}

async function follow(
  run: Run,
  host: LocalHost,
  interrupt: AbortSignal,
  terminal: Terminal,
): Promise<number> {
  const halt = (): void => void run.halt().catch(() => undefined);
  interrupt.addEventListener("abort", halt, { once: true });
  if (interrupt.aborted) halt();
  const lines: LogLine[] = [];
  for await (const line of run.log()) {
    lines.push(line);
    const progress = terminal.watched ? progressLine(line) : undefined;
    if (progress !== undefined) terminal.complain(terminal.errorColors.dim(progress));
  }
  return report(await run.result(), lines, host, terminal);
}

function report(
  result: RunResult,
  lines: readonly LogLine[],
  host: LocalHost,
  terminal: Terminal,
): number {
  const log = shownPath(terminal.cwd, join(host.stateFolder, "session.jsonl"));
  const workspace = shownPath(terminal.cwd, host.workspaceFolder);
  const rows = rowLines(lines, terminal.colors);
  if (rows !== "") terminal.print(rows);
  terminal.print(`log: ${log} (${result.run})\nworkspace: ${workspace}`);
  terminal.print(runSummary(lines, result.spentUsd, terminal.colors));
  if (result.outcome !== null && result.verdict === "valid") return EXIT.valid;
  const label = terminal.errorColors.red("error:");
  terminal.complain(`${label} plan did not reach a valid verdict (${exitOf(lines)})`);
  return result.outcome === null ? EXIT.interrupted : EXIT.invalid;
}

/** What can go wrong around a run through nobody's bug: another owner, a full disk, a damaged log. */
function isFault(error: unknown): error is Error {
  return [ClaimRefused, Fenced, LogDamaged, StoreLost].some((kind) => error instanceof kind);
}
