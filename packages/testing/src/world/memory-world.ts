/** A World in memory: workspaces are maps of files and programs are functions. */
import {
  type Clock,
  type StagedFile,
  type Workspace,
  type WorkspaceStart,
  type World,
  WorldRefused,
} from "@crucible/core";
import { Faults } from "../faults/faults.js";
import { MemoryRepository } from "./memory-repository.js";
import { MemoryWorkspace, type WorkspaceHome, type WorldEvent } from "./memory-workspace.js";
import type { ProgramLookup } from "./program.js";
import { sameEntry, type Tree, treeDigest, treeOf } from "./tree.js";

export interface MemoryWorldOptions {
  readonly clock: Clock;
  readonly programs: ProgramLookup;
  /** The pristine workspace. */
  readonly files?: Readonly<Record<string, string>>;
  readonly capabilities?: readonly string[];
  readonly repository?: MemoryRepository;
  readonly faults?: Faults;
}

const CAPABILITIES = ["isolation.worktree"];

export class MemoryWorld implements World {
  /** Everything that happened, in order. */
  readonly events: WorldEvent[] = [];
  /** Shared workspaces by execution. */
  readonly workspaces: Map<string, MemoryWorkspace> = new Map();
  readonly #options: MemoryWorldOptions;
  readonly #home: WorkspaceHome;
  readonly #pristine: Tree;

  constructor(options: MemoryWorldOptions) {
    this.#options = options;
    this.#pristine = treeOf(options.files ?? {});
    this.#home = {
      clock: options.clock,
      programs: options.programs,
      repository: options.repository ?? new MemoryRepository(),
      faults: options.faults ?? new Faults(),
      note: (kind, workspace, detail) => {
        this.events.push({ kind, workspace, detail });
      },
    };
  }

  async capabilities(): Promise<readonly string[]> {
    await this.#home.faults.reach("world.capabilities");
    return this.#options.capabilities ?? CAPABILITIES;
  }

  async open(start: WorkspaceStart): Promise<Workspace> {
    await this.#home.faults.reach("world.open");
    const base = treeDigest(this.#pristine);
    if (start.base !== undefined && start.base !== base) {
      throw new WorldRefused(`the workspace cannot start from ${start.base} again`);
    }
    const replayed = this.#replayed(start.replay?.commits ?? []);
    const settled = await restored(replayed, start.restore ?? []);
    const workspace = new MemoryWorkspace(this.#home, start.execution, base, settled);
    this.workspaces.set(start.execution, workspace);
    this.#home.note("open", start.execution, base);
    return workspace;
  }

  #replayed(commits: readonly string[]): Tree {
    const tree = new Map(this.#pristine);
    for (const id of commits) {
      const commit = this.#home.repository.commits.get(id);
      if (commit === undefined) throw new WorldRefused(`commit ${id} is not available`);
      for (const change of commit.changes) {
        if (!sameEntry(tree.get(change.path), change.before)) {
          throw new WorldRefused(`commit ${id} does not apply: ${change.path} differs`);
        }
        if (change.after === undefined) tree.delete(change.path);
        else tree.set(change.path, change.after);
      }
    }
    return tree;
  }
}

async function restored(tree: Tree, files: readonly StagedFile[]): Promise<Tree> {
  const result = new Map(tree);
  for (const file of files) {
    const parts: Uint8Array[] = [];
    for await (const piece of file.content()) parts.push(piece);
    const bytes = Uint8Array.from(parts.flatMap((part) => [...part]));
    result.set(file.path, { kind: "file", bytes, executable: file.executable, names: 1 });
  }
  return result;
}
