/**
 * A world on this machine: one folder for the shared workspace under the pack's folder, private forks of it beside the
 * log, git memory for both. Commands and agents run as processes of the current user.
 */
import { resolve } from "node:path";
import { type Workspace, type WorkspaceStart, type World, WorldRefused } from "@crucible/core";
import { removeTree } from "../files/remove-tree.js";
import { requireGit } from "../git/git.js";
import { type Secrets, secretsOf } from "../process/masked-output.js";
import { holdWorkspace, refuseForeign } from "./hold.js";
import { type Opening, openWorkspace } from "./open-workspace.js";
import { Permits } from "./permits.js";
import { placesOf } from "./places.js";
import { readSettings } from "./settings.js";

export interface GitWorldOptions {
  /** The pack's folder: the workspace lies in it, set-up runs in it, and relative paths of its manifest begin there. */
  readonly packFolder: string;
  /** Where logs are kept; attempts and git memory go beside them. `<packFolder>/state` unless given. */
  readonly stateFolder?: string;
  /** Environment of set-up commands; this process's own unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The operator vouches that a holder of the workspace in another namespace or on another host is gone. */
  readonly takeOverUnknown?: boolean;
  /** Values that are masked in the output that is kept of attempts, from eight characters on. */
  readonly secrets?: Iterable<string>;
}

/** Making a fork reads and writes a whole tree: more than this many at once only wait for the same disk. */
const FORKS_AT_ONCE = 2;

/** A world of git workspaces. */
export function gitWorld(options: GitWorldOptions): World {
  const packFolder = resolve(options.packFolder);
  const stateFolder = resolve(options.stateFolder ?? resolve(packFolder, "state"));
  const { takeOverUnknown = false } = options;
  const secrets = secretsOf(options.secrets ?? []);
  const forking = new Permits(FORKS_AT_ONCE);
  const environment = new Map(
    Object.entries(options.environment ?? process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
  return Object.freeze({
    capabilities: () => capabilitiesIn(packFolder),
    open: (start: WorkspaceStart) =>
      open({ start, packFolder, stateFolder, environment, forking, takeOverUnknown, secrets }),
  });
}

interface OpenRequest {
  readonly start: WorkspaceStart;
  readonly packFolder: string;
  readonly stateFolder: string;
  readonly environment: ReadonlyMap<string, string>;
  readonly forking: Permits;
  readonly takeOverUnknown: boolean;
  readonly secrets: Secrets;
}

async function open(request: OpenRequest): Promise<Workspace> {
  const { start, packFolder, stateFolder } = request;
  const settings = readSettings(start.settings);
  const id = { run: start.run, execution: start.execution };
  const places = placesOf(packFolder, stateFolder, id, settings.directory);
  await requireGit(packFolder);
  const hold = await holdWorkspace(places, id, request.takeOverUnknown);
  try {
    await refuseForeign(places, stateFolder);
    return await opened({ ...request, settings, places, release: () => hold.release() });
  } catch (error) {
    await hold.release();
    throw error;
  }
}

/** Opens the workspace, or leaves nothing of it behind. */
async function opened(opening: Opening): Promise<Workspace> {
  const { places, start } = opening;
  try {
    return await openWorkspace(opening);
  } catch (error) {
    const made = [places.root, places.forks, places.scratch];
    // What earlier attempts of a resumed execution left is evidence and stays.
    if (start.base === undefined) made.push(places.attempts);
    for (const path of made) await removeTree(path);
    throw error;
  }
}

/** Isolation is provided wherever git works. */
async function capabilitiesIn(packFolder: string): Promise<readonly string[]> {
  try {
    await requireGit(packFolder);
    return ["isolation.worktree"];
  } catch (error) {
    if (error instanceof WorldRefused) return [];
    throw error;
  }
}
