/** The run that a command line means, read from the state folder that it means. */
import type { Store } from "@crucible/core";
import { fileStore } from "@crucible/local";
import type { StateOptions } from "../options/options.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";
import { findRun } from "./find-run.js";
import type { RecordedRun } from "./recorded-run.js";
import { existingStateFolder } from "./state-folder.js";

export interface OpenedRun {
  readonly run: RecordedRun;
  readonly store: Store;
  /** Absolute. */
  readonly stateFolder: string;
}

/** The newest run when none is named. Throws `Refusal` when it is not there. */
export async function openRun(
  name: string | undefined,
  options: StateOptions,
  terminal: Terminal,
): Promise<OpenedRun> {
  const stateFolder = await existingStateFolder(options, terminal);
  const store = fileStore(stateFolder);
  const run = await findRun(store, name, shownPath(terminal.cwd, stateFolder));
  return { run, store, stateFolder };
}
