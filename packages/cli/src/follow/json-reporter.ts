/** `--json`: one object a line, as `docs/reference/command.md` says: `begun`, a `log` for every new line, `ended`. */
import type { LogLine } from "@crucible/core";
import type { RunResult } from "@crucible/executor";
import type { Terminal } from "../terminal/terminal.js";
import { visibleJson } from "../terminal/visible.js";
import { commandFor, logOf } from "./place.js";
import type { Followed, Reporter } from "./reporter.js";

export class JsonReporter implements Reporter {
  readonly #terminal: Terminal;
  #stateFolder = "";

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  begun({ run, from, stateFolder, workspaceFolder }: Followed): void {
    this.#stateFolder = stateFolder;
    this.#say({
      event: "begun",
      run: run.id,
      execution: run.execution,
      resumed: from > 0,
      log: logOf(stateFolder, { run: run.id, execution: run.execution }),
      workspace: workspaceFolder,
    });
  }

  line(line: LogLine, isNew: boolean): void {
    if (isNew) this.#say({ event: "log", line });
  }

  ended(result: RunResult, exitCode: number): void {
    const { run, execution, state, verdict, reasons, outcome, reason } = result;
    const isHalted = outcome === null;
    const resume = commandFor("resume", run, this.#stateFolder, this.#terminal.cwd);
    this.#say({
      event: "ended",
      run,
      execution,
      state,
      verdict,
      reasons,
      outcome,
      reason,
      spent_usd: result.spentUsd,
      reused_usd: result.reusedUsd,
      exit_code: exitCode,
      resume: isHalted ? resume : null,
    });
  }

  #say(event: object): void {
    this.#terminal.print(visibleJson(event));
  }
}
