/**
 * Forks: private copies of the settled state for isolated attempts. A fork is filled from recorded contents, so it can be
 * made while something runs in the shared workspace; objects are shared, its repository is its own.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Workspace } from "@crucible/core";
import { reasonOf } from "../files/error-code.js";
import { fileNameOf } from "../files/file-name.js";
import { removeTree } from "../files/remove-tree.js";
import type { Attempts } from "./attempts.js";
import { Contents } from "./contents.js";
import { GitWorkspace } from "./git-workspace.js";
import { History } from "./history.js";
import type { Injected } from "./inject.js";
import type { GitMemory } from "./memory.js";
import type { Permits } from "./permits.js";
import type { Places } from "./places.js";
import type { RepositoryFolder } from "./repository-folder.js";
import type { Settled } from "./settled.js";

export interface ForkParts {
  readonly base: string;
  readonly branch: string;
  readonly name: string;
  readonly injected: readonly Injected[];
  readonly attempts: Attempts;
  readonly memory: GitMemory;
  /** The shared workspace's repository. */
  readonly folder: RepositoryFolder;
  readonly objects: string;
  readonly places: Places;
  /** How many forks may be in the making at once. */
  readonly permits: Permits;
}

/** Makes forks; each gets a folder of its own, whatever attempts are called. */
export function forker(
  parts: ForkParts,
): (settled: Settled, attempt: string) => Promise<Workspace> {
  let count = 0;
  return async (settled, attempt) => {
    count += 1;
    const folder = join(parts.places.forks, `${fileNameOf(attempt)}.${count}`);
    return await parts.permits.run(() => makeFork(parts, settled, folder));
  };
}

async function makeFork(parts: ForkParts, settled: Settled, folder: string): Promise<Workspace> {
  const { memory, objects, places } = parts;
  const root = join(folder, "workspace");
  const indexes = join(folder, "indexes");
  const close = async (): Promise<void> => await removeTree(folder);
  try {
    await mkdir(root, { recursive: true });
    await mkdir(indexes, { recursive: true });
    const history = new History(memory, indexes);
    await history.goOn(settled.publication);
    const contents = new Contents({ root, memory, objects, indexes, published: history.published });
    const state = await contents.fill(settled.state);
    const repository = await parts.folder.copyTo(settled.repository, root, indexes);
    return new GitWorkspace({
      ...parts,
      location: root,
      contents,
      history,
      folder: repository,
      settled: { state, publication: history.last, repository: await repository.save() },
      fork: () => Promise.reject(new Error(`a fork is not forked again (${places.root})`)),
      close,
    });
  } catch (error) {
    // What cannot be taken away now goes when the workspace is closed or opened again; why it failed counts more.
    await close().catch(() => undefined);
    throw new Error(`an isolated workspace cannot be made in ${places.forks}: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}
