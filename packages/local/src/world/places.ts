/** Where a world keeps what belongs to one execution, and how its workspace is told from others on this machine. */
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { type ExecutionId, WorldRefused } from "@crucible/core";
import { executionFolder } from "../store/layout.js";

const SCRATCH = "scratch";
const FORKS = "forks";

export interface Places {
  /** The shared workspace. */
  readonly root: string;
  /** Standard output and private files of attempts; the output is kept. */
  readonly attempts: string;
  /** The folder of the run, where what its executions share lies below each of them. */
  readonly run: string;
  /** Index files, objects that are not kept, the settled form of the repository; gone when the workspace is closed. */
  readonly scratch: string;
  readonly forks: string;
  /** Identity of the workspace on this machine. */
  readonly key: string;
  /** Who works in the workspace; the same folder for everybody who does, whatever they call it. */
  readonly hold: string;
}

/** The places of an execution. Throws `WorldRefused` when the workspace would not lie inside the pack's folder. */
export function placesOf(
  packFolder: string,
  stateFolder: string,
  id: ExecutionId,
  directory: string,
): Places {
  const root = resolve(packFolder, directory);
  const inside = relative(resolve(packFolder), root);
  if (inside === "" || inside.startsWith("..") || root === resolve(stateFolder)) {
    throw new WorldRefused(
      `[workspace].dir "${directory}" must be a folder of its own below ${packFolder}`,
    );
  }
  if (`${resolve(stateFolder)}${sep}`.startsWith(`${root}${sep}`)) {
    throw new WorldRefused(`[workspace].dir "${directory}" holds the state folder ${stateFolder}`);
  }
  const folder = executionFolder(stateFolder, id);
  const key = keyOf(root);
  return {
    root,
    attempts: join(folder, "attempts"),
    run: dirname(folder),
    scratch: join(folder, SCRATCH),
    forks: join(folder, FORKS),
    key,
    hold: join(realFolder(dirname(root)), "state", "holds", key),
  };
}

/** What an execution's folder holds only while its workspace is open. */
export function temporaryFolders(executionFolder: string): readonly string[] {
  return [join(executionFolder, SCRATCH), join(executionFolder, FORKS)];
}

/** What the markers of all attempts in a workspace begin with; its folder is given as an absolute path. */
export function markerOfWorkspace(root: string): string {
  return `${keyOf(root)}/`;
}

function keyOf(root: string): string {
  const place = join(realFolder(dirname(root)), basename(root));
  return createHash("sha256").update(place).digest("hex").slice(0, 16);
}

/** The folder by its own name, when it is reached through links. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
