/** A workspace in memory: the shared one of an execution, or a fork of it. */
import {
  type Capture,
  type CaptureOptions,
  type Clock,
  digestOfBytes,
  digestOfText,
  InternalError,
  type Process,
  type SpawnRequest,
  type StagedSet,
  type Workspace,
} from "@crucible/core";
import type { Faults } from "../faults/faults.js";
import { pieces } from "../store/memory-blobs.js";
import { MemoryProcess } from "./memory-process.js";
import type { MemoryRepository } from "./memory-repository.js";
import type { ProgramLookup } from "./program.js";
import type { WorkingFiles } from "./running-program.js";
import { changesBetween, type Tree, type TreeEntry, treeDigest, withoutStaged } from "./tree.js";

/** What a workspace shares with the world it belongs to. */
export interface WorkspaceHome {
  readonly clock: Clock;
  readonly programs: ProgramLookup;
  readonly repository: MemoryRepository;
  readonly faults: Faults;
  readonly note: (kind: WorldEvent["kind"], workspace: string, detail: string) => void;
}

/** One thing that happened in a world, for tests to look at. */
export interface WorldEvent {
  readonly kind: "open" | "spawn" | "end" | "fork" | "stage" | "commit" | "settle" | "close";
  readonly workspace: string;
  /** Attempt, directories, label or commit, as the kind has it. */
  readonly detail: string;
}

export class MemoryWorkspace implements Workspace {
  readonly location: string;
  readonly base: string;
  readonly #home: WorkspaceHome;
  readonly #files: WorkingFiles;
  /** How many processes run. */
  #running = 0;
  #settled: Tree;
  #head: string;
  #closed = false;

  constructor(home: WorkspaceHome, location: string, base: string, settled: Tree) {
    this.#home = home;
    this.location = location;
    this.base = base;
    this.#settled = settled;
    this.#files = { tree: settled };
    this.#head = base;
  }

  /** The files as they are, for tests to look at. */
  get tree(): Tree {
    return this.#files.tree;
  }

  /** The last settled state, for tests to look at. */
  get settled(): Tree {
    return this.#settled;
  }

  get closed(): boolean {
    return this.#closed;
  }

  spawn(request: SpawnRequest): Process {
    this.#note("spawn", request.attempt);
    const program = this.#home.programs(request.argv);
    this.#running++;
    return new MemoryProcess(request, program, this.#files, this.#home.clock, () => {
      this.#running--;
      this.#note("end", request.attempt);
    });
  }

  fork(attempt: string): Promise<Workspace> {
    return this.#home.faults.giving("workspace.fork", () => {
      this.#note("fork", attempt);
      const location = `${this.location}/${attempt}`;
      return new MemoryWorkspace(this.#home, location, this.base, this.#settled);
    });
  }

  stage(sets: readonly StagedSet[]): Promise<void> {
    const unstaged = this.#home.faults.at("workspace.stage", () => {
      this.#files.tree = withoutStaged(this.#files.tree);
      if (sets.length === 0) this.#note("stage", "");
    });
    return sets.length === 0 ? unstaged : unstaged.then(() => this.#stageSets(sets));
  }

  async #stageSets(sets: readonly StagedSet[]): Promise<void> {
    this.#files.tree = await withStaged(this.#files.tree, sets);
    this.#note("stage", sets.map((set) => set.directory).join(","));
  }

  async fingerprint(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    await this.#home.faults.reach("workspace.fingerprint");
    return new Map(paths.map((path) => [path, fingerprint(this.#files.tree.get(path))]));
  }

  async capture(path: string, options: CaptureOptions): Promise<Capture> {
    await this.#home.faults.reach("workspace.capture");
    const captured = captureOf(this.#files.tree, path, options.bytesMax);
    if (options.remove) {
      this.#files.tree = new Map(
        [...this.#files.tree].filter(([name]) => name !== path && !name.startsWith(`${path}/`)),
      );
    }
    return captured;
  }

  commit(label: string): Promise<string> {
    return this.#home.faults.giving("workspace.commit", () => {
      const after = withoutStaged(this.#files.tree);
      const changes = changesBetween(this.#settled, after);
      const commit = digestOfText(`${this.#head}\n${treeDigest(after)}\n${label}`);
      this.#home.repository.commits.set(commit, { label, changes, tree: after });
      this.#note("commit", label);
      return commit;
    });
  }

  settle(commit: string | null): Promise<void> {
    return this.#home.faults.at("workspace.settle", () => {
      if (this.#running > 0) throw new InternalError("a workspace settles while it runs");
      if (commit !== null) {
        const recorded = this.#home.repository.commits.get(commit);
        if (recorded === undefined) throw new InternalError(`there is no commit ${commit}`);
        this.#settled = recorded.tree;
        this.#head = commit;
      }
      this.#files.tree = this.#settled;
      this.#note("settle", commit === null ? "" : commit);
    });
  }

  close(): Promise<void> {
    return this.#home.faults.at("workspace.close", () => {
      this.#closed = true;
      this.#note("close", "");
    });
  }

  #note(kind: WorldEvent["kind"], detail: string): void {
    this.#home.note(kind, this.location, detail);
  }
}

async function withStaged(unstaged: Tree, sets: readonly StagedSet[]): Promise<Tree> {
  const tree = new Map(unstaged);
  for (const set of sets) {
    for (const file of set.files) {
      tree.set(`inputs/${set.directory}/${file.path}`, {
        kind: "file",
        bytes: await collected(file.content()),
        executable: file.executable,
        names: 1,
      });
    }
  }
  return tree;
}

function fingerprint(entry: TreeEntry | undefined): string | null {
  return entry?.kind === "file" ? digestOfBytes(entry.bytes) : null;
}

function captureOf(tree: Tree, path: string, bytesMax: number): Capture {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    if (tree.get(parts.slice(0, length).join("/"))?.kind === "link") {
      return { kind: "refused", problem: "traverses a symlink" };
    }
  }
  const entry = tree.get(path);
  const isFolder = [...tree.keys()].some((name) => name.startsWith(`${path}/`));
  if (entry === undefined && !isFolder) return { kind: "absent" };
  if (entry?.kind !== "file") return { kind: "refused", problem: "is not a regular file" };
  if (entry.names > 1) {
    return { kind: "refused", problem: `has ${entry.names} names; a captured file has one` };
  }
  if (entry.bytes.length > bytesMax) return { kind: "too_large" };
  return { kind: "file", executable: entry.executable, content: pieces(entry.bytes) };
}

async function collected(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const bytes: number[] = [];
  for await (const piece of content) for (const byte of piece) bytes.push(byte);
  return Uint8Array.from(bytes);
}
