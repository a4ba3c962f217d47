/** Replays commits of another execution onto a workspace's history (RERUN-022 to RERUN-024). */
import { WorldRefused } from "@crucible/core";
import { checkOut } from "../git/check-out.js";
import { GitFailed, gitLine } from "../git/git.js";
import { type Change, entriesBetween } from "./contents.js";
import { commitTree, type History } from "./history.js";
import type { GitMemory } from "./memory.js";

/** Puts the commits on top of the history in this order; gives all paths that differ from where it began. Rejects with `WorldRefused`. */
export async function replayCommits(
  memory: GitMemory,
  history: History,
  commits: readonly string[],
  name: string,
): Promise<readonly Change[]> {
  const began = history.last.commit;
  for (const commit of commits) {
    if (!(await memory.holds(commit))) {
      throw new WorldRefused(`commit ${commit} of a reused task is not in the git memory any more`);
    }
    const last = await memory.treeOf(history.last.commit);
    const tree = await mergedTree(memory, history.last.commit, commit);
    const label = await gitLine(memory.call(), ["show", "--no-patch", "--format=%B", commit]);
    const changes = await changesBetween(memory, last, tree);
    history.settle(await history.prepare(changes, label, name));
  }
  const [from, to] = [await memory.treeOf(began), await memory.treeOf(history.last.commit)];
  return await changesBetween(memory, from, to);
}

/** The tree that a commit's changes make of another commit's. */
async function mergedTree(memory: GitMemory, onto: string, commit: string): Promise<string> {
  const parent = await gitLine(memory.call(), ["rev-parse", "--verify", `${commit}^`]);
  if (parent === onto) return await memory.treeOf(commit);
  // Both sides are given the parent as their past, so that it is the base of the merge.
  const side = await commitTree(memory.call(), await memory.treeOf(onto), [parent], "replay");
  try {
    const args = ["merge-tree", "--write-tree", "--no-messages", side, commit];
    return (await gitLine(memory.call(), args)).split("\n")[0] ?? "";
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const why = error.exitCode === 1 ? "it conflicts with what is there" : error.message;
    throw new WorldRefused(`commit ${commit} of a reused task cannot be replayed: ${why}`);
  }
}

async function changesBetween(
  memory: GitMemory,
  from: string,
  to: string,
): Promise<readonly Change[]> {
  const entries = await entriesBetween(memory.call(), from, to);
  return entries.map((entry) => ({ ...entry, ignored: false }));
}

/** Writes what a replay changed into the workspace. */
export async function writeReplayed(
  memory: GitMemory,
  history: History,
  root: string,
  changes: readonly Change[],
  remove: (path: string) => Promise<void>,
): Promise<void> {
  for (const { path } of changes) await remove(path);
  const written = changes.flatMap(({ path, after }) =>
    after === null ? [] : [[path, after] as const],
  );
  const call = memory.call({ cwd: root, workTree: root });
  await checkOut({ ...call, index: history.nextIndex() }, new Map(written));
}
