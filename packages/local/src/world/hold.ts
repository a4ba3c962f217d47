/**
 * One live run at a time works in a workspace, also when two runs keep their state in different folders. The hold is
 * kept with the machine's temporary files, since it says something about processes of this machine only.
 */
import { lstat, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ClaimRefused, type ExecutionId, WorldRefused } from "@crucible/core";
import { processOwners } from "../store/owner.js";
import { type Ownership, takeOwnership } from "../store/ownership.js";
import type { Places } from "./places.js";

/** Takes the workspace. Rejects with `WorldRefused`, naming the run that works in it. */
export async function holdWorkspace(places: Places, id: ExecutionId): Promise<Ownership> {
  const folder = await ownFolder();
  try {
    return await takeOwnership(join(folder, places.key), id, {
      owners: processOwners(),
      takeOverUnknown: true,
    });
  } catch (error) {
    if (error instanceof ClaimRefused) throw new WorldRefused(`${places.root}: ${error.message}`);
    throw error;
  }
}

/** A folder among the temporary files that nobody else can write to. */
async function ownFolder(): Promise<string> {
  const user = process.getuid?.() ?? 0;
  const folder = join(tmpdir(), `crucible-${user}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const status = await lstat(folder);
  if (status.isDirectory() && status.uid === user && (status.mode & 0o022) === 0) return folder;
  throw new WorldRefused(`${folder} belongs to somebody else; set TMPDIR to a folder of your own`);
}

/** Refuses a folder with files in it that no run has made: the workspace is emptied before every run. */
export async function refuseForeign(places: Places, stateFolder: string): Promise<void> {
  const record = recordOf(places, stateFolder);
  const names = await readdir(places.root).catch(() => []);
  if (names.length === 0 || (await isThere(record))) return;
  if (await isThere(join(places.root, ".git", MADE_HERE))) return;
  throw new WorldRefused(
    `${places.root} holds files that no run has made; the workspace is emptied before every run, so move them away first`,
  );
}

/** Remembers that the folder is a workspace, here and in the folder itself, so that either may be lost. */
export async function recordWorkspace(places: Places, stateFolder: string): Promise<void> {
  await mkdir(join(stateFolder, "made"), { recursive: true });
  await writeFile(recordOf(places, stateFolder), `${places.root}\n`);
}

/** Name of the mark inside a workspace's repository. */
export const MADE_HERE = "crucible-workspace";

function recordOf(places: Places, stateFolder: string): string {
  return join(stateFolder, "made", places.key);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
