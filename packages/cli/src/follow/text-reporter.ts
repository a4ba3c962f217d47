/**
 * The documented lines: rows in topological order once the run has ended, then where things are and what came of it. Who
 * watches standard output sees a task's line when it settles instead, in the order in which that happens.
 */
import { join } from "node:path";
import type { LogLine } from "@crucible/core";
import type { RunResult } from "@crucible/executor";
import { missingCapabilities } from "../show/missing-capabilities.js";
import { admittedIn, exitOf, rowLines, runSummary } from "../show/run-summary.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";
import { commandFor } from "./place.js";
import { progressLine } from "./progress.js";
import type { Followed, Reporter } from "./reporter.js";
import { SettledLines } from "./settled-lines.js";

export class TextReporter implements Reporter {
  readonly #terminal: Terminal;
  readonly #lines: LogLine[] = [];
  readonly #settled: SettledLines;
  #followed: Followed | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#settled = new SettledLines(terminal.colors);
  }

  begun(followed: Followed): void {
    this.#followed = followed;
  }

  line(line: LogLine, isNew: boolean): void {
    const { interactive, watched, errorColors } = this.#terminal;
    this.#lines.push(line);
    const settled = this.#settled.after(line);
    if (interactive) {
      if (settled !== undefined && isNew) this.#terminal.print(settled);
      return;
    }
    const progress = watched && isNew ? progressLine(line) : undefined;
    if (progress !== undefined) this.#terminal.complain(errorColors.dim(progress));
  }

  ended(result: RunResult, exitCode: number): void {
    const { cwd, colors, errorColors, interactive } = this.#terminal;
    const rows = interactive ? "" : rowLines(this.#lines, colors);
    if (rows !== "") this.#terminal.print(rows);
    const { stateFolder = "", workspaceFolder = "" } = this.#followed ?? {};
    const log = shownPath(cwd, join(stateFolder, "session.jsonl"));
    this.#terminal.print(`log: ${log} (${result.run})`);
    this.#terminal.print(`workspace: ${shownPath(cwd, workspaceFolder)}`);
    this.#terminal.print(runSummary(this.#lines, result, colors));
    if (result.outcome === null) {
      this.#terminal.print(`resume: ${commandFor("resume", result.run, stateFolder, cwd)}`);
    }
    if (exitCode === 0) return;
    const label = errorColors.red("error:");
    this.#terminal.complain(`${label} plan did not reach a valid verdict (${exitOf(this.#lines)})`);
    for (const line of truncation(this.#lines)) this.#terminal.complain(line);
  }
}

/** Why nothing was dispatched, where the place lacks something that a required task needs. */
function truncation(lines: readonly LogLine[]): readonly string[] {
  const admitted = admittedIn(lines);
  const isTruncated = lines.some(
    (line) => line.kind === "task_result" && line.status === "truncated",
  );
  if (admitted === undefined || !isTruncated) return [];
  const required = admitted.tasks.filter((task) => task.required);
  return missingCapabilities(required, admitted.capabilities);
}
