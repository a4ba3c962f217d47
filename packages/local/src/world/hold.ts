/**
 * One live run at a time works in a workspace, also when two runs keep their state in different folders or reach it by
 * different names. So the hold lies beside the workspace itself, in a `state` folder, which is no part of any pack.
 */
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ClaimRefused, type ExecutionId, WorldRefused } from "@crucible/core";
import { errorCode } from "../files/error-code.js";
import { removeTree } from "../files/remove-tree.js";
import { processOwners } from "../identity/owner.js";
import { executionFolder, isStorable } from "../store/layout.js";
import { type Ownership, takeOwnership } from "../store/ownership.js";
import { type Places, temporaryFolders } from "./places.js";

/**
 * Takes the workspace. Rejects with `WorldRefused`, naming the run that works in it. With `takeOverUnknown` the operator
 * vouches that a holder which cannot be looked at from here is gone.
 */
export async function holdWorkspace(
  places: Places,
  id: ExecutionId,
  takeOverUnknown: boolean,
): Promise<Ownership> {
  try {
    return await takeOwnership(places.hold, id, { owners: processOwners(), takeOverUnknown });
  } catch (error) {
    if (error instanceof ClaimRefused) {
      throw new WorldRefused(`${places.root}: ${error.message} (the hold is ${places.hold})`);
    }
    throw new WorldRefused(
      `the workspace ${places.root} cannot be made: ${places.hold} cannot be written (${errorCode(error)}); a run works below the folder of its manifest, so copy that to where you can write`,
    );
  }
}

/** Refuses a place in which something lies that no run has made: whatever is there is taken away before every run. */
export async function refuseForeign(places: Places, stateFolder: string): Promise<void> {
  const found = await foundAt(places.root);
  if (found === undefined || (await isThere(recordOf(places, stateFolder)))) return;
  if (await isThere(join(places.root, ".git", MADE_HERE))) return;
  throw new WorldRefused(`${places.root} ${found}`);
}

/** What could be somebody's, in words; nothing where nothing would be lost. */
async function foundAt(root: string): Promise<string | undefined> {
  const emptied = "the workspace is emptied before every run";
  try {
    if ((await readdir(root)).length === 0) return undefined;
    return `holds files that no run has made; ${emptied}, so move them away first`;
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return undefined;
    const what = code === "ENOTDIR" ? "is a file" : `cannot be looked into (${code})`;
    return `${what}, and no run has made it; ${emptied}, so move it away first`;
  }
}

/**
 * Remembers that the folder is a workspace and whose, here and in the folder itself, so that either may be lost. An engine
 * that was killed when its run was over has left what it worked with: that goes now, since nobody else comes for it.
 */
export async function recordWorkspace(
  places: Places,
  stateFolder: string,
  id: ExecutionId,
): Promise<void> {
  const record = recordOf(places, stateFolder);
  await mkdir(dirname(record), { recursive: true });
  for (const path of await workOfFormer(record, stateFolder)) await removeTree(path);
  await writeFile(record, `${places.root}\n${id.run}/${id.execution}\n`);
}

/** The temporary folders of the execution that worked here before. */
async function workOfFormer(record: string, stateFolder: string): Promise<readonly string[]> {
  const text = await readFile(record, "utf8").catch(() => "");
  const [run = "", execution = ""] = (text.split("\n")[1] ?? "").split("/");
  const former = { run, execution };
  return isStorable(former) ? temporaryFolders(executionFolder(stateFolder, former)) : [];
}

/** Name of the mark inside a workspace's repository. */
export const MADE_HERE = "crucible-workspace";

function recordOf(places: Places, stateFolder: string): string {
  return join(stateFolder, "made", places.key);
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
