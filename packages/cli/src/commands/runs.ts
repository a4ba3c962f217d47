/** `crucible runs`: every run of a state folder, newest first. */
import { fileStore } from "@crucible/local";
import { EXIT } from "../failure/failure.js";
import type { RecordOptions } from "../options/options.js";
import { readRuns } from "../records/recorded-run.js";
import { runRecord } from "../records/run-record.js";
import { existingStateFolder } from "../records/state-folder.js";
import { runsTable } from "../show/runs-table.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";
import { visibleJson } from "../terminal/visible.js";

export async function listRuns(options: RecordOptions, terminal: Terminal): Promise<number> {
  const shown = (path: string): string => shownPath(terminal.cwd, path);
  const folder = await existingStateFolder(options, terminal);
  const runs = (await readRuns(fileStore(folder))).map((run) => runRecord(run, folder));
  if (options.json) terminal.print(visibleJson(runs, true));
  else if (runs.length > 0) terminal.print(runsTable(runs, terminal.colors, shown));
  else terminal.print(`no runs in ${shown(folder)}`);
  return EXIT.valid;
}
