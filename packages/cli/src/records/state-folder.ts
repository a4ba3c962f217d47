/** The folder that runs are kept in, as the command line names it. */
import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Refusal } from "../failure/failure.js";
import type { StateOptions } from "../options/options.js";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";

/** Absolute; it need not exist. */
export function stateFolderOf({ manifest, stateDir }: StateOptions, terminal: Terminal): string {
  if (stateDir !== undefined) return resolve(terminal.cwd, stateDir);
  return join(resolve(terminal.cwd, dirname(manifest ?? "crucible.toml")), "state");
}

/** The same, when runs must be there already. Throws {@link Refusal}. */
export async function existingStateFolder(
  options: StateOptions,
  terminal: Terminal,
): Promise<string> {
  const folder = stateFolderOf(options, terminal);
  if (await isFolder(folder, terminal)) return folder;
  throw new Refusal(
    `there is no folder ${shownPath(terminal.cwd, folder)}; --state-dir or --manifest says where the runs are`,
  );
}

/** Refuses a file in the place of a state folder that a run is about to make. */
export async function refuseOtherThanFolder(folder: string, terminal: Terminal): Promise<void> {
  await isFolder(folder, terminal);
}

async function isFolder(folder: string, terminal: Terminal): Promise<boolean> {
  const status = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Refusal(`cannot use ${shownPath(terminal.cwd, folder)} for runs: ${error.message}`);
  });
  if (status !== undefined && !status.isDirectory()) {
    throw new Refusal(`${shownPath(terminal.cwd, folder)} is a file; runs are kept in a folder`);
  }
  return status !== undefined;
}
