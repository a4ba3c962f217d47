/**
 * The published history of a workspace: the branch's last commit and an index that holds its tree. A commit is prepared
 * in the memory, where it is durable, and becomes the last one only when it is settled.
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { WorldRefused } from "@crucible/core";
import type { RawPath } from "../files/raw-path.js";
import { type GitCall, git, gitLine, zeroEnding } from "../git/git.js";
import { readIndexFile } from "../git/index-file.js";
import { type Change, NO_OBJECT } from "./contents.js";
import type { GitMemory } from "./memory.js";

export interface Publication {
  readonly commit: string;
  /** Index file that holds the commit's tree. */
  readonly index: string;
}

export class History {
  readonly #memory: GitMemory;
  readonly #indexes: string;
  #last: Publication | undefined;
  /** Paths of the last commit, once they were asked for. */
  #published: ReadonlySet<RawPath> | undefined;
  #count = 0;

  constructor(memory: GitMemory, indexes: string) {
    this.#memory = memory;
    this.#indexes = indexes;
  }

  get last(): Publication {
    if (this.#last === undefined) throw new Error("the history has not started");
    return this.#last;
  }

  /** Starts at a commit that the memory holds. */
  async start(commit: string): Promise<void> {
    const index = this.nextIndex();
    await git(this.#memory.call({ index }), ["read-tree", commit]);
    this.settle({ commit, index });
  }

  /** Goes on from where another history stands. */
  async goOn({ commit, index }: Publication): Promise<void> {
    const copy = this.nextIndex();
    await copyFile(index, copy);
    this.settle({ commit, index: copy });
  }

  /** Paths of the last commit; none before there is one. */
  readonly published = async (): Promise<ReadonlySet<RawPath>> => {
    if (this.#last === undefined) return new Set();
    if (this.#published === undefined) {
      const { index } = this.#last;
      const entries = await readIndexFile(index);
      if (entries === undefined) throw new WorldRefused(`${index} is gone`);
      this.#published = new Set(entries.keys());
    }
    return this.#published;
  };

  /**
   * A commit of these changes on top of the last one, kept in the memory under a name below `refs/crucible/`. One that
   * changes nothing has the last one's index.
   */
  async prepare(changes: readonly Change[], label: string, name: string): Promise<Publication> {
    const { last } = this;
    const index = changes.length > 0 ? await this.#changedIndex(changes) : last.index;
    const call = this.#memory.call({ index });
    const tree = changes.length > 0 ? await gitLine(call, ["write-tree"]) : `${last.commit}^{tree}`;
    const commit = await commitTree(call, tree, [last.commit], label);
    await this.#memory.name(`${name}/${commit}`, commit);
    return { commit, index };
  }

  settle(publication: Publication): void {
    if (publication.index !== this.#last?.index) this.#published = undefined;
    this.#last = publication;
  }

  nextIndex(): string {
    this.#count += 1;
    return join(this.#indexes, `published-${this.#count}`);
  }

  async #changedIndex(changes: readonly Change[]): Promise<string> {
    const index = this.nextIndex();
    await copyFile(this.last.index, index);
    const call = { ...this.#memory.call({ index }), input: zeroEnding(changes.map(indexLine)) };
    await git(call, ["update-index", "-z", "--index-info"]);
    return index;
  }
}

/** Writes a commit object. */
export async function commitTree(
  call: GitCall,
  tree: string,
  parents: readonly string[],
  label: string,
): Promise<string> {
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-F", "-"];
  return await gitLine({ ...call, input: `${label}\n` }, args);
}

/** What a change is to git's index. */
export function indexLine({ path, after }: Change): string {
  return after === null ? `0 ${NO_OBJECT}\t${path}` : `${after.mode} ${after.object}\t${path}`;
}
