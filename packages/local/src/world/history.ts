/**
 * The published history of a workspace: the branch's last commit and an index that holds its tree. A commit is prepared
 * in the memory, where it is durable, and becomes the last one only when it is settled.
 */
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import type { RawPath } from "../files/raw-path.js";
import { type GitCall, git, gitLine, zeroEnded, zeroEnding } from "../git/git.js";
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
  #published: Promise<ReadonlySet<RawPath>> | undefined;
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

  /** Paths of the last commit; none before there is one. */
  readonly published = async (): Promise<ReadonlySet<RawPath>> => {
    if (this.#last === undefined) return new Set();
    this.#published ??= this.#paths(this.#last.index);
    return await this.#published;
  };

  /** A commit of these changes on top of the last one, kept in the memory under a name below `refs/crucible/`. */
  async prepare(changes: readonly Change[], label: string, name: string): Promise<Publication> {
    const index = this.nextIndex();
    await copyFile(this.last.index, index);
    const call = this.#memory.call({ index });
    if (changes.length > 0) {
      const input = zeroEnding(changes.map(indexLine));
      await git({ ...call, input }, ["update-index", "-z", "--add", "--replace", "--index-info"]);
    }
    const tree = await gitLine(call, ["write-tree"]);
    const commit = await commitTree(call, tree, [this.last.commit], label);
    await this.#memory.name(`${name}/${commit}`, commit);
    return { commit, index };
  }

  settle(publication: Publication): void {
    this.#last = publication;
    this.#published = undefined;
  }

  nextIndex(): string {
    this.#count += 1;
    return join(this.#indexes, `published-${this.#count}`);
  }

  async #paths(index: string): Promise<ReadonlySet<RawPath>> {
    return new Set(zeroEnded(await git(this.#memory.call({ index }), ["ls-files", "-z"])));
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
