/** `crucible run show`: how a run stands, from its record alone; nothing is written. */
import { join } from "node:path";
import { isJsonObject, ownField, type TaskResult } from "@crucible/core";
import { EXIT } from "../../failure/failure.js";
import { logOf } from "../../follow/place.js";
import type { RecordOptions } from "../../options/options.js";
import { launchedIn, packFolderOf } from "../../records/launched.js";
import { openRun } from "../../records/open-run.js";
import type { RecordedRun } from "../../records/recorded-run.js";
import { runRecord } from "../../records/run-record.js";
import { nextSteps, runFacts } from "../../show/run-facts.js";
import { budgetIn, settledRows, wallClockIn } from "../../show/run-summary.js";
import type { Terminal } from "../../terminal/terminal.js";
import { visibleJson } from "../../terminal/visible.js";

export async function showRun(
  name: string | undefined,
  options: RecordOptions,
  terminal: Terminal,
): Promise<number> {
  const { run, stateFolder } = await openRun(name, options, terminal);
  const record = runRecord(run, stateFolder);
  const workspaceFolder = workspaceOf(run, stateFolder);
  const { cwd, colors } = terminal;
  if (!options.json) {
    terminal.print(runFacts(run, record, { colors, cwd, stateFolder, workspaceFolder }));
    return EXIT.valid;
  }
  const { latest } = run;
  const shown = {
    ...record,
    execution: latest.execution,
    plan_digest: latest.header?.plan_digest ?? "",
    budget_usd: budgetIn(latest.lines),
    wall_clock_ms: wallClockIn(latest.lines),
    log: logOf(stateFolder, latest),
    workspace: workspaceFolder,
    tasks: settledRows(latest.lines).map(taskRecord),
    next: nextSteps(run, stateFolder, cwd).map(({ command }) => command),
  };
  terminal.print(visibleJson(shown, true));
  return EXIT.valid;
}

function taskRecord({
  task,
  status,
  attempts,
  cost_usd,
  note,
  output,
  reused,
}: TaskResult): object {
  return {
    name: task,
    status,
    attempts,
    cost_usd,
    note,
    output: output ?? null,
    reused: reused ?? null,
  };
}

/** Absolute; the next run in the same folder takes it over. */
function workspaceOf({ latest: { header } }: RecordedRun, stateFolder: string): string {
  const settings = header?.workspace ?? {};
  const table = ownField(settings, "workspace");
  const directory = isJsonObject(table) ? ownField(table, "dir") : undefined;
  const name = typeof directory === "string" ? directory : "workspace";
  return join(packFolderOf(stateFolder, launchedIn(settings)), name);
}
