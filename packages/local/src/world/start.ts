/**
 * The pristine start of a workspace: a checkout, what a set-up command makes, or the pack's injected files alone. The
 * base commit is the identity of the start. Without a repository of its own it is made with a fixed date, so that the
 * same files are the same commit.
 */
import { mkdir, readdir, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { WorldRefused } from "@crucible/core";
import { removeTree } from "../files/remove-tree.js";
import { GitFailed, git, gitLine, zeroEnding } from "../git/git.js";
import { isStorable } from "./contents.js";
import { commitTree, type History } from "./history.js";
import { ignoredPaths } from "./ignored.js";
import { type Injected, placeInjected } from "./inject.js";
import type { GitMemory } from "./memory.js";
import type { RepositoryFolder } from "./repository-folder.js";
import { INPUTS_FOLDER, scan } from "./scan.js";
import type { RepositorySource, WorldSettings } from "./settings.js";

export interface StartPlace {
  readonly root: string;
  readonly packFolder: string;
  readonly memory: GitMemory;
  readonly history: History;
  readonly folder: RepositoryFolder;
  readonly injected: readonly Injected[];
  /** Name below `refs/crucible/` for what the start is made of. */
  readonly name: string;
  /** The base that must be met again, if any. */
  readonly base: string | undefined;
  /** Runs the set-up command in the pack's folder. */
  readonly setUp: (command: string) => Promise<void>;
}

/** Where the workspace begins. */
export interface Start {
  /** `refs/heads/…`, or `HEAD` when the repository stands on no branch. */
  readonly branch: string;
  /** The base commit; the required one when its tree was met. */
  readonly base: string;
}

const BASE_LABEL = "base: the workspace's pristine start";
const BRANCH = "main";

/** Makes the workspace anew, its history at the base and injected files in place. Rejects with `WorldRefused`. */
export async function makeStart(place: StartPlace, settings: WorldSettings): Promise<Start> {
  await removeTree(place.root);
  if (settings.setupCommand !== undefined) await place.setUp(settings.setupCommand);
  await makeRoot(place.root);
  if (settings.setupCommand === undefined && settings.repository !== undefined) {
    return await startFromRepository(place, settings.repository);
  }
  await refuseInputs(place.root);
  const kind = await place.folder.kind();
  return kind === "none" ? await startFromFiles(place) : await startAsFound(place, kind);
}

async function startFromRepository(place: StartPlace, source: RepositorySource): Promise<Start> {
  const base = await resolveSource(place, source);
  await place.history.start(base);
  const call = place.memory.call({ index: place.history.last.index, cwd: place.root });
  const tracked = await gitLine(call, ["ls-files", "--", `${INPUTS_FOLDER}`]);
  if (tracked !== "") throw new WorldRefused(inputsTaken("the repository has"));
  await git({ ...call, workTree: place.root }, ["checkout-index", "--all", "--force"]);
  await place.folder.create(BRANCH, base, place.history.last.index);
  await placeInjected(place.root, place.injected);
  return { branch: `refs/heads/${BRANCH}`, base };
}

/** The source's commit, brought into the memory. */
async function resolveSource(place: StartPlace, source: RepositorySource): Promise<string> {
  const { memory, base } = place;
  if (base !== undefined && (await memory.holds(base))) return base;
  const location = source.isPath ? resolve(place.packFolder, source.location) : source.location;
  const name = `${place.name}/source`;
  try {
    await memory.fetchFrom(location, base ?? source.ref ?? "HEAD", name);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    const what = base === undefined ? (source.ref ?? "its head") : `the run's start ${base}`;
    throw new WorldRefused(`[repo] ${location}: ${what} cannot be had (${error.message})`);
  }
  return await gitLine(memory.call(), ["rev-parse", "--verify", `refs/crucible/${name}^{commit}`]);
}

/**
 * A set-up command made a repository: it is taken as it is, injected files are changes on top. One that is linked to
 * another repository gets its own in its place, since a run shows nothing of itself in the other.
 */
async function startAsFound(place: StartPlace, kind: "own" | "linked"): Promise<Start> {
  const { root, memory, folder } = place;
  const [branch, found] = [await folder.branch(), await folder.head()];
  if (found === undefined) {
    if (kind === "own") return await startFromFiles(place, branch);
    await removeTree(folder.location);
    return await startFromFiles(place);
  }
  await memory.fetchFrom(root, found, `${place.name}/source`);
  const base = await metBase(place, found);
  await place.history.start(found);
  if (kind === "own") await folder.link();
  else await folder.replaceLinked(branch, found, place.history.last.index);
  await placeInjected(root, place.injected);
  return { branch, base };
}

/** No repository: the base commit holds the files as they are, injected ones included (RERUN-021). */
async function startFromFiles(place: StartPlace, unbornBranch?: string): Promise<Start> {
  const { root, memory, history } = place;
  await placeInjected(root, place.injected);
  const index = history.nextIndex();
  const call = memory.call({ cwd: root, workTree: root, index, atSeconds: 0 });
  await git(call, ["read-tree", "--empty"]);
  const paths = [...(await scan(root))].filter(([, one]) => isStorable(one)).map(([path]) => path);
  const ignored = await ignoredPaths(root, memory.call({ cwd: root }), paths, history.published);
  const input = zeroEnding(paths.filter((path) => !ignored.has(path)));
  await git({ ...call, input }, ["update-index", "--add", "-z", "--stdin"]);
  const commit = await commitTree(call, await gitLine(call, ["write-tree"]), [], BASE_LABEL);
  await memory.name(`${place.name}/base`, commit);
  const base = await metBase(place, commit);
  history.settle({ commit, index });
  const branch = unbornBranch ?? `refs/heads/${BRANCH}`;
  if (unbornBranch === undefined) await place.folder.create(BRANCH, commit, history.last.index);
  else await place.folder.adopt(branch, commit, history.last.index);
  return { branch, base };
}

/** A checkout that holds the same tree is the same start (RERUN-020). */
async function metBase(place: StartPlace, made: string): Promise<string> {
  const { base, memory } = place;
  if (base === undefined || base === made) return made;
  if (!(await memory.holds(base))) {
    throw new WorldRefused(`the run's start ${base} is not in the git memory any more`);
  }
  const [wanted, got] = [await memory.treeOf(base), await memory.treeOf(made)];
  if (wanted === got) return base;
  throw new WorldRefused(
    `the workspace cannot be prepared as the run began: its files are tree ${got}, and ${wanted} is due`,
  );
}

async function makeRoot(root: string): Promise<void> {
  const status = await stat(root).catch(() => undefined);
  if (status === undefined) await mkdir(root, { recursive: true });
  else if (!status.isDirectory()) throw new WorldRefused(`${root} is not a folder after set-up`);
}

async function refuseInputs(root: string): Promise<void> {
  if ((await readdir(root)).includes(INPUTS_FOLDER)) {
    throw new WorldRefused(inputsTaken("set-up made"));
  }
}

function inputsTaken(who: string): string {
  return `${who} ${INPUTS_FOLDER}/, which is where the files of earlier tasks are staged; it must have another name`;
}
