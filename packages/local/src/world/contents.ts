/**
 * The contents of a workspace as git objects. A state is everything in the workspace, ignored files and empty folders
 * too, so that going back to it is exact. Contents that the workspace's own rules ignore go to a scratch store that
 * is thrown away with the run; the rest goes to the memory, where commits are made of it.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { foldersAbove, located, type RawPath } from "../files/raw-path.js";
import { removeTree } from "../files/remove-tree.js";
import { type CallWithIndex, checkOut } from "../git/check-out.js";
import { type GitCall, git, zeroEnded, zeroEnding } from "../git/git.js";
import { readIndexFile, type TreeEntry } from "../git/index-file.js";
import { ignoredPaths } from "./ignored.js";
import type { GitMemory } from "./memory.js";
import { type Scan, type Seen, scan } from "./scan.js";

/** Everything in a workspace at one moment. */
export interface State {
  readonly scan: Scan;
  /** Wall time at which the looking began, in nanoseconds since 1970. */
  readonly takenNs: bigint;
  /** All files and links, but for what git refuses to hold under any rules, such as a link named `.gitmodules`. */
  readonly entries: ReadonlyMap<RawPath, TreeEntry>;
}

/** One path whose content or mode differs between two states; `null` where there is none. */
export interface Change {
  readonly path: RawPath;
  readonly before: TreeEntry | null;
  readonly after: TreeEntry | null;
  /** The workspace's own rules keep it out of commits. */
  readonly ignored: boolean;
}

export interface ContentsPlace {
  readonly root: string;
  readonly memory: GitMemory;
  /** Object folder for contents that are not kept; forks share it. */
  readonly objects: string;
  /** Folder of this workspace's index files, which live as long as one call of git. */
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
    const paths = [...seen].filter(([, one]) => isStorable(one)).map(([path]) => path);
    const entries = await this.#store(paths, await this.#ignored(paths));
    return { scan: seen, takenNs, entries };
  }

  /** Records what changed since a state, and says what that is; rejects when it is told to end before. */
  async recordSince(
    before: State,
    signal?: AbortSignal,
  ): Promise<{ state: State; changes: readonly Change[] }> {
    const takenNs = nowNs();
    const seen = await scan(this.#place.root);
    const { changed, removed } = differences(before, seen);
    const ignored = await this.#ignoredNow(seen, changed, removed);
    const stored = await this.#store(changed, ignored, signal);
    const entries = new Map(before.entries);
    const changes: Change[] = [];
    for (const path of [...removed, ...changed]) {
      const [was, is] = [entries.get(path) ?? null, stored.get(path) ?? null];
      if (was?.mode === is?.mode && was?.object === is?.object) continue;
      changes.push({ path, before: was, after: is, ignored: ignored.has(path) });
      if (is === null) entries.delete(path);
      else entries.set(path, is);
    }
    return { state: { scan: seen, takenNs, entries }, changes };
  }

  /** Writes these paths of a state into the workspace, over whatever file stands there. */
  async write(state: State, paths: readonly RawPath[]): Promise<void> {
    const written = new Map<RawPath, TreeEntry>();
    for (const path of paths) {
      const entry = state.entries.get(path);
      if (entry === undefined) continue;
      // A file that stands there could look to git like the one it is to write.
      await removeTree(located(this.#place.root, path));
      written.set(path, entry);
    }
    await checkOut(this.#scratchCall(), written);
  }

  /** Writes everything of a state into an empty folder and gives what then is there. */
  async fill(state: State): Promise<State> {
    const { root } = this.#place;
    await checkOut(this.#scratchCall(), state.entries);
    const folders = [...state.scan].filter(([, one]) => one.kind === "folder");
    for (const [path] of folders) await mkdir(located(root, path), { recursive: true });
    const takenNs = nowNs();
    return { scan: await scan(root), takenNs, entries: state.entries };
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

  /**
   * Puts what is at these paths into the stores. Every index begins empty: git's own look at times, which stops at whole
   * seconds, has nothing to go by, and each file is read.
   */
  async #store(
    paths: readonly RawPath[],
    ignored: ReadonlySet<RawPath>,
    signal?: AbortSignal,
  ): Promise<Map<RawPath, TreeEntry>> {
    const [kept, passing] = [
      paths.filter((path) => !ignored.has(path)),
      paths.filter((path) => ignored.has(path)),
    ];
    return new Map([
      // What may become part of a commit goes to the memory, to be there after a power cut.
      ...(await entriesAt({ ...this.#memoryCall(), signal }, kept)),
      ...(await entriesAt({ ...this.#scratchCall(), signal }, passing)),
    ]);
  }

  /** A call with the workspace as work tree and an index of its own, which writes to the memory. */
  #memoryCall(): CallWithIndex {
    const { memory, root, indexes } = this.#place;
    this.#indexes += 1;
    const index = join(indexes, `contents-${this.#indexes}`);
    return { ...memory.call(), cwd: root, workTree: root, index };
  }

  /** The same, reading and writing objects that are not kept. */
  #scratchCall(): CallWithIndex {
    const { memory, objects } = this.#place;
    const alternateObjects = memory.objects;
    return { ...this.#memoryCall(), objects, durable: false, alternateObjects };
  }
}

/** Writes objects of what is at these paths; those that git refuses to hold are left out. The call's index is used up. */
async function entriesAt(
  call: CallWithIndex,
  paths: readonly RawPath[],
): Promise<Map<RawPath, TreeEntry>> {
  if (paths.length === 0) return new Map();
  await git({ ...call, input: zeroEnding(paths) }, ["update-index", "--add", "-z", "--stdin"]);
  try {
    // An index that would hold nothing is not written.
    return (await readIndexFile(call.index)) ?? new Map();
  } finally {
    await removeTree(call.index);
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
  for (const folder of foldersAbove(path)) {
    if (seen.get(folder)?.kind === "link") return true;
  }
  return false;
}
