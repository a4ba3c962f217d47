/** Going back to a recorded state: what was added goes away, what was changed or removed comes back, nothing else is touched. */
import { mkdir } from "node:fs/promises";
import { isBelow, located, type RawPath } from "../files/raw-path.js";
import { folderOf, makeWritable, removeTree } from "../files/remove-tree.js";
import { type Contents, differences, isStorable, nowNs, type State } from "./contents.js";
import { look, type Scan, type Seen, scan } from "./scan.js";

/** Makes the workspace what it was; gives the state with the files' new times. Nothing may run in it meanwhile. */
export async function restoreState(root: string, contents: Contents, state: State): Promise<State> {
  const takenNs = nowNs();
  const now = await scan(root);
  const additions = additionsIn(now, state.scan);
  const { changed, removed } = differences(state, now);
  // Of what differs, only what the state knows comes back; the rest was an addition.
  const back = [...changed, ...removed].filter((path) => isStorable(state.scan.get(path)));
  await unlock(root, [...additions, ...back]);
  for (const path of additions) await removeTree(located(root, path));
  await makeMissingFolders(root, state.scan);
  await contents.write(state, back);
  return { ...state, takenNs, scan: refreshed(root, state.scan, now, back) };
}

/** Paths that the state does not have in this form; below a folder that goes, nothing needs naming. */
function additionsIn(now: Scan, before: Scan): readonly RawPath[] {
  const additions: RawPath[] = [];
  for (const path of [...now.keys()].sort()) {
    if (before.get(path)?.kind === now.get(path)?.kind) continue;
    const above = additions.at(-1);
    if (above === undefined || !isBelow(path, above)) additions.push(path);
  }
  return additions;
}

/** An attempt may have locked the folders around what it changed. */
async function unlock(root: string, paths: readonly RawPath[]): Promise<void> {
  const folders = new Map(
    paths
      .map((path) => folderOf(located(root, path)))
      .map((folder) => [folder.toString("latin1"), folder]),
  );
  for (const folder of folders.values()) await makeWritable(folder);
}

async function makeMissingFolders(root: string, before: Scan): Promise<void> {
  const folders = [...before].filter(([, one]) => one.kind === "folder").map(([path]) => path);
  // Sorted, a folder comes before those inside it.
  for (const path of folders.sort()) {
    if (look(root, path) !== undefined) continue;
    const location = located(root, path);
    await makeWritable(folderOf(location));
    await mkdir(location);
  }
}

/** The state's own paths with the times that they have now. */
function refreshed(root: string, before: Scan, now: Scan, written: readonly RawPath[]): Scan {
  const seen = new Map<RawPath, Seen>();
  for (const [path, one] of before) {
    const then = now.get(path);
    const current = then?.kind === one.kind ? then : look(root, path);
    if (current !== undefined) seen.set(path, current);
  }
  for (const path of written) {
    const current = look(root, path);
    if (current !== undefined) seen.set(path, current);
  }
  return seen;
}
