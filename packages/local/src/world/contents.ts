/**
 * The contents of a workspace as git trees. A state is everything in the workspace, ignored files and empty folders
 * too, so that going back to it is exact. Contents that the workspace's own rules ignore go to a scratch store that
 * is thrown away with the run; the rest goes to the memory, where commits are made of it.
 */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { located, type RawPath } from "../files/raw-path.js";
import { removeTree } from "../files/remove-tree.js";
import { type GitCall, git, gitLine, zeroEnded, zeroEnding } from "../git/git.js";
import { ignoredPaths } from "./ignored.js";
import type { GitMemory } from "./memory.js";
import { type Scan, type Seen, scan } from "./scan.js";

/** Everything in a workspace at one moment. */
export interface State {
  readonly scan: Scan;
  /** Wall time at which the looking began, in nanoseconds since 1970. */
  readonly takenNs: bigint;
  /** Git tree of all files and links. */
  readonly tree: string;
  /** Index file that holds that tree. */
  readonly index: string;
}

/** One path whose content or mode differs between two states; `null` where there is none. */
export interface Change {
  readonly path: RawPath;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
  /** The workspace's own rules keep it out of commits. */
  readonly ignored: boolean;
}

interface TreeEntry {
  /** Git's octal mode. */
  readonly mode: string;
  readonly object: string;
}

export interface ContentsPlace {
  readonly root: string;
  readonly memory: GitMemory;
  /** Object folder for contents that are not kept; forks share it. */
  readonly objects: string;
  /** Folder of this workspace's index files. */
  readonly indexes: string;
  /** Paths that the published commit holds. */
  readonly published: () => Promise<ReadonlySet<RawPath>>;
}

/** File times are coarse: a file that changed this shortly before it was looked at may change again unseen. */
const COARSE_NS = 50_000_000n;

export class Contents {
  readonly #place: ContentsPlace;
  #indexes = 0;

  constructor(place: ContentsPlace) {
    this.#place = place;
  }

  /** Makes the folders that recording needs. */
  async prepare(): Promise<void> {
    await mkdir(this.#place.objects, { recursive: true });
    await mkdir(this.#place.indexes, { recursive: true });
  }

  /** Records the whole workspace. */
  async record(): Promise<State> {
    const takenNs = nowNs();
    const seen = await scan(this.#place.root);
    const index = this.#nextIndex();
    await git(this.scratchCall(index), ["read-tree", "--empty"]);
    const paths = [...seen].filter(([, one]) => isStorable(one)).map(([path]) => path);
    await this.#add(index, paths, await this.#ignored(paths));
    return { scan: seen, takenNs, tree: await this.#tree(index), index };
  }

  /** Records what changed since a state, and says what that is. */
  async recordSince(before: State): Promise<{ state: State; changes: readonly Change[] }> {
    const takenNs = nowNs();
    const seen = await scan(this.#place.root);
    const { changed, removed } = differences(before, seen);
    const ignored = await this.#ignoredNow(seen, changed, removed);
    const index = this.#nextIndex();
    await copyFile(before.index, index);
    // Git's own look at times stops at whole seconds, so what may have changed is taken out first and read again.
    await this.#remove(index, [...removed, ...changed]);
    await this.#add(index, changed, ignored);
    const state = { scan: seen, takenNs, tree: await this.#tree(index), index };
    const entries = await entriesBetween(this.scratchCall(index), before.tree, state.tree);
    return {
      state,
      changes: entries.map((entry) => ({ ...entry, ignored: ignored.has(entry.path) })),
    };
  }

  /** Writes these paths of a state into the workspace, over whatever file stands there. */
  async write(state: State, paths: readonly RawPath[]): Promise<void> {
    if (paths.length === 0) return;
    // A file that stands there could look to git like the one it is to write.
    for (const path of paths) await removeTree(located(this.#place.root, path));
    const call = { ...this.scratchCall(state.index), input: zeroEnding(paths) };
    await git(call, ["checkout-index", "--force", "-z", "--stdin"]);
  }

  /** Writes everything of a state into an empty folder and gives what then is there. */
  async fill(state: State): Promise<State> {
    const { root } = this.#place;
    const index = this.#nextIndex();
    await copyFile(state.index, index);
    await git(this.scratchCall(index), ["checkout-index", "--all", "--force"]);
    const folders = [...state.scan].filter(([, one]) => one.kind === "folder");
    for (const [path] of folders) await mkdir(located(root, path), { recursive: true });
    const takenNs = nowNs();
    return { scan: await scan(root), takenNs, tree: state.tree, index };
  }

  /** A call with the workspace as work tree, reading and writing objects that are not kept. */
  scratchCall(index: string): GitCall {
    return {
      ...this.#place.memory.call(),
      cwd: this.#place.root,
      workTree: this.#place.root,
      index,
      objects: this.#place.objects,
      durable: false,
      alternateObjects: this.#place.memory.objects,
    };
  }

  /**
   * The ignored ones among what changed. Git does not answer for what lay in a folder that is a link by now; of that,
   * whatever no commit holds was ignored.
   */
  async #ignoredNow(
    seen: Scan,
    changed: readonly RawPath[],
    removed: readonly RawPath[],
  ): Promise<ReadonlySet<RawPath>> {
    const beyond = removed.filter((path) => isBeyondLink(seen, path));
    if (beyond.length === 0) return await this.#ignored([...changed, ...removed]);
    const gone = new Set(beyond);
    const rest = removed.filter((path) => !gone.has(path));
    const held = await this.#place.published();
    return new Set([
      ...(await this.#ignored([...changed, ...rest])),
      ...beyond.filter((path) => !held.has(path)),
    ]);
  }

  async #ignored(paths: readonly RawPath[]): Promise<ReadonlySet<RawPath>> {
    const { root, memory, published } = this.#place;
    return await ignoredPaths(root, memory.call({ cwd: root }), paths, published);
  }

  async #add(
    index: string,
    paths: readonly RawPath[],
    ignored: ReadonlySet<RawPath>,
  ): Promise<void> {
    const scratch = this.scratchCall(index);
    // What may become part of a commit goes to the memory, to be there after a power cut.
    const { objects: _objects, alternateObjects: _alternates, ...rest } = scratch;
    const kept = { ...rest, durable: true };
    const args = ["update-index", "--add", "--replace", "-z", "--stdin"];
    for (const [call, chosen] of [
      [kept, paths.filter((path) => !ignored.has(path))],
      [scratch, paths.filter((path) => ignored.has(path))],
    ] as const) {
      if (chosen.length > 0) await git({ ...call, input: zeroEnding(chosen) }, args);
    }
  }

  async #remove(index: string, paths: readonly RawPath[]): Promise<void> {
    if (paths.length === 0) return;
    const input = zeroEnding(paths.map((path) => `0 ${NO_OBJECT}\t${path}`));
    await git({ ...this.scratchCall(index), input }, ["update-index", "-z", "--index-info"]);
  }

  async #tree(index: string): Promise<string> {
    return await gitLine(this.scratchCall(index), ["write-tree"]);
  }

  #nextIndex(): string {
    this.#indexes += 1;
    return join(this.#place.indexes, `contents-${this.#indexes}`);
  }
}

/** What git writes for no object. */
export const NO_OBJECT: string = "0".repeat(40);

/** Whether a tree can hold it. */
export function isStorable(one: Seen | undefined): boolean {
  return one?.kind === "file" || one?.kind === "link";
}

/** Paths that may differ from a state: those that look different, and those whose times are too young to tell. */
export function differences(
  before: State,
  now: Scan,
): { readonly changed: readonly RawPath[]; readonly removed: readonly RawPath[] } {
  const changed: RawPath[] = [];
  for (const [path, one] of now) {
    if (isStorable(one) && mayDiffer(before, before.scan.get(path), one)) changed.push(path);
  }
  const removed: RawPath[] = [];
  for (const [path, one] of before.scan) {
    if (isStorable(one) && !isStorable(now.get(path))) removed.push(path);
  }
  return { changed, removed };
}

function mayDiffer(state: State, before: Seen | undefined, now: Seen): boolean {
  if (before === undefined || before.kind !== now.kind || before.stamp !== now.stamp) return true;
  return before.changedNs + COARSE_NS >= state.takenNs;
}

export function nowNs(): bigint {
  return BigInt(Date.now()) * 1_000_000n;
}

/** The entries in which two trees differ. */
export async function entriesBetween(
  call: GitCall,
  before: string,
  after: string,
): Promise<readonly Omit<Change, "ignored">[]> {
  if (before === after) return [];
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", before, after];
  const items = zeroEnded(await git(call, args));
  const changes: Omit<Change, "ignored">[] = [];
  for (let index = 0; index + 1 < items.length; index += 2) {
    const [oldMode = "", newMode = "", oldObject = "", newObject = ""] = (items[index] ?? "")
      .slice(1)
      .split(" ");
    changes.push({
      path: items[index + 1] ?? "",
      before: oldObject === NO_OBJECT ? null : { mode: oldMode, object: oldObject },
      after: newObject === NO_OBJECT ? null : { mode: newMode, object: newObject },
    });
  }
  return changes;
}

/** Whether a folder on the way to a path is a link. */
function isBeyondLink(seen: Scan, path: RawPath): boolean {
  for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1)) {
    if (seen.get(path.slice(0, end))?.kind === "link") return true;
  }
  return false;
}
