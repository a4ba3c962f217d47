/**
 * The workspace's own repository: what agents see when they use git. It only moves the branch, keeps the index in step
 * and, after a failed task, puts everything but the objects back.
 *
 * A task may have made anything of it. So from the first task on git is never run in it, which would read its
 * configuration and could be sent anywhere from there; the few files that matter are read and written here, no link is
 * followed, and nothing that a task writes into configuration, hooks or attributes runs outside the task.
 */
import { lstat, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { copyTree } from "../files/copy-tree.js";
import { makeFolders, placeFile } from "../files/place-file.js";
import { inside, rawPath } from "../files/raw-path.js";
import { readPart } from "../files/read-part.js";
import { makeWritable, removeTree } from "../files/remove-tree.js";
import { GitFailed, git, gitLineIfAny, zeroEnding } from "../git/git.js";
import type { Change } from "./contents.js";
import { indexLine, type Publication } from "./history.js";
import type { GitMemory } from "./memory.js";
import { INPUTS_RULE } from "./scan.js";
import { removeStale } from "./stale.js";

/** Parts of a repository that only grow, or that belong to others; they are neither saved nor put back. */
const LEFT_ALONE: readonly string[] = ["objects", "modules", "lfs", "worktrees"];
/** Nobody writes more into the lists of a repository; what is longer counts as broken. */
const LIST_BYTES_MAX = 1_048_576;

/** From one commit of a branch to another. */
export interface Move {
  readonly branch: string;
  /** Where the repository was left; absent when that is not known. */
  readonly from?: Publication;
  readonly to: Publication;
  /** The paths that differ. */
  readonly changes: readonly Change[];
}

export class RepositoryFolder {
  readonly #root: string;
  readonly #memory: GitMemory;
  /** Where forms of the folder are kept. */
  readonly #forms: string;
  #count = 0;

  constructor(root: string, memory: GitMemory, forms: string) {
    this.#root = root;
    this.#memory = memory;
    this.#forms = forms;
  }

  get location(): string {
    return join(this.#root, ".git");
  }

  /** Makes a repository whose branch is at a commit of the memory, its index as given. */
  async create(branch: string, commit: string, index: string): Promise<void> {
    await this.#init(branch);
    await this.adopt(`refs/heads/${branch}`, commit, index);
  }

  /** Gives a repository without commits its first one. */
  async adopt(branch: string, commit: string, index: string): Promise<void> {
    await this.link();
    await this.#point(branch, commit);
    await placeFile(this.location, "index", await readFile(index), 0o644);
  }

  /** Branch (`refs/heads/…`) of a repository that somebody else made; `HEAD` when it stands on none. */
  async branch(): Promise<string> {
    const call = { cwd: this.#root, repository: this.location };
    return (await gitLineIfAny(call, ["symbolic-ref", "--quiet", "HEAD"])) ?? "HEAD";
  }

  /** The commit that a repository stands on, whoever made it; `undefined` when it has none. Rejects with `GitFailed` when it is no repository. */
  async head(): Promise<string | undefined> {
    await git({ cwd: this.#root, repository: this.location }, ["rev-parse", "--git-dir"]);
    const args = ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"];
    return await gitLineIfAny({ cwd: this.#root, repository: this.location }, args);
  }

  /**
   * `linked`: a worktree of another repository, or a submodule, whose repository lies elsewhere. `none` when there is
   * nothing here.
   */
  async kind(): Promise<"own" | "linked" | "none"> {
    const status = await lstat(this.location).catch(() => undefined);
    if (status === undefined) return "none";
    if (status.isDirectory()) return "own";
    if (status.isFile()) return "linked";
    throw new WorldRefused(`${this.location} is neither a repository nor a link to one`);
  }

  /**
   * Takes the place of a linked repository, which is left as it was: nothing of a run shows in it. `branch` is the
   * whole name that the linked one stood on.
   */
  async replaceLinked(branch: string, commit: string, index: string): Promise<void> {
    await removeTree(this.location);
    await this.#init("main");
    await this.adopt(branch, commit, index);
  }

  /** Lets the repository read the memory's objects, and keeps staged files out of sight. Safe to repeat. */
  async link(others: readonly string[] = []): Promise<void> {
    // Without a folder of this name git sees no repository.
    await makeFolders(this.location, ["refs"]);
    await this.#list("objects/info/alternates", [this.#memory.objects, ...others]);
    await this.#list("info/exclude", [INPUTS_RULE]);
  }

  /** Moves the branch to a commit and brings the index in step with it. `form` is what the repository was. */
  async moveTo(form: string, { branch, from, to, changes }: Move): Promise<void> {
    await this.#makeSound(form);
    await this.#point(branch, to.commit);
    const { index } = to;
    // Where nobody used git since the last time, the new index says what the old one would be made to say.
    const isUntouched = from !== undefined && (await this.#hasIndex(from.index));
    if (!isUntouched && (await this.#keepInStep(changes))) return;
    // The commit's own index says the same, without what git knows about the times of files.
    await placeFile(this.location, "index", await readFile(index), 0o644);
  }

  /** Copies the folder's present form to a new place and gives that. */
  async save(): Promise<string> {
    this.#count += 1;
    const form = join(this.#forms, `repository-${this.#count}`);
    await copyTree(this.location, form, { ...AS_IT_IS, without: LEFT_ALONE });
    return form;
  }

  /** Puts a saved form back. */
  async restore(form: string, others: readonly string[] = []): Promise<void> {
    await this.#makeSound(form);
    for (const name of await readdir(this.location, { encoding: "buffer" })) {
      if (LEFT_ALONE.includes(name.toString("latin1"))) continue;
      await removeTree(inside(Buffer.from(this.location), name));
    }
    await copyTree(form, this.location, AS_IT_IS);
    await this.link(others);
  }

  /** A repository of its own with a saved form of this one, reading this one's objects. */
  async copyTo(form: string, root: string, forms: string): Promise<RepositoryFolder> {
    const copy = new RepositoryFolder(root, this.#memory, forms);
    await mkdir(copy.location);
    await copy.restore(form, [join(this.location, "objects")]);
    return copy;
  }

  async #init(branch: string): Promise<void> {
    await git({ cwd: this.#root }, ["init", "--quiet", "--initial-branch", branch, this.#root]);
  }

  async #point(branch: string, commit: string): Promise<void> {
    if (branch === "HEAD") {
      await this.#write("HEAD", `${commit}\n`);
      return;
    }
    await this.#write(branch, `${commit}\n`);
    await this.#write("HEAD", `ref: ${branch}\n`);
  }

  /** Whether the index is, byte for byte, one that was put there. */
  async #hasIndex(placed: string): Promise<boolean> {
    const { size } = await lstat(placed);
    const read = async (path: string): Promise<Uint8Array> => await readPart(path, 0, size + 1);
    try {
      const held = await read(join(this.location, "index"));
      return held.length === size && Buffer.compare(held, await read(placed)) === 0;
    } catch {
      // Nothing, or nothing that can be read as a file.
      return false;
    }
  }

  /** Whether the index can be brought in step: a task may have broken it, or put something else there. */
  async #keepInStep(changes: readonly Change[]): Promise<boolean> {
    const index = join(this.location, "index");
    const status = await lstat(index).catch(() => undefined);
    if (status?.isFile() !== true) return false;
    const input = zeroEnding(changes.map(indexLine));
    try {
      await git({ ...this.#memory.call({ index }), input }, ["update-index", "-z", "--index-info"]);
      return true;
    } catch (error) {
      if (error instanceof GitFailed) return false;
      throw error;
    }
  }

  /** A task may have removed or replaced the repository, or been ended while it held locks. */
  async #makeSound(form: string): Promise<void> {
    const status = await lstat(this.location).catch(() => undefined);
    if (status?.isDirectory() !== true) {
      await removeTree(this.location);
      await mkdir(this.location);
      await copyTree(form, this.location, AS_IT_IS);
    }
    await makeWritable(this.location);
    await removeStale(this.location, LEFT_ALONE);
    await this.link();
  }

  /** Adds the lines that a list lacks. */
  async #list(path: string, lines: readonly string[]): Promise<void> {
    const held = await readPart(join(this.location, path), 0, LIST_BYTES_MAX + 1)
      // Nothing, or nothing that can be read as a file.
      .catch(() => new Uint8Array());
    const text = held.length > LIST_BYTES_MAX ? "" : Buffer.from(held).toString("latin1");
    const written = new Set(text.split("\n"));
    const missing = lines.map(rawPath).filter((line) => !written.has(line));
    if (missing.length === 0) return;
    const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
    await this.#write(path, `${start}${missing.join("\n")}\n`);
  }

  /** Puts a file into the repository, whatever stands in its place; `text` has a character for each byte. */
  async #write(path: string, text: string): Promise<void> {
    await placeFile(this.location, path, Buffer.from(text, "latin1"), 0o644);
  }
}

/** With their times, by which git tells whether its index is as young as the files. */
const AS_IT_IS = { keepsTimes: true } as const;
