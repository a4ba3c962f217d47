/**
 * The workspace's own repository: what agents see when they use git. The engine never works through it, so nothing
 * that a task writes into its configuration, hooks or attributes runs outside the task. It only moves the branch, keeps
 * the index in step and, after a failed task, puts everything but the objects back.
 */
import { cp, lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { copyTree } from "../files/copy-tree.js";
import { errorCode } from "../files/error-code.js";
import { removeTree } from "../files/remove-tree.js";
import { git, gitLineIfAny, zeroEnding } from "../git/git.js";
import type { Change } from "./contents.js";
import { indexLine } from "./history.js";
import type { GitMemory } from "./memory.js";
import { INPUTS_FOLDER } from "./scan.js";

/** Parts of a repository that only grow, or that belong to others; they are neither saved nor put back. */
const LEFT_ALONE: readonly string[] = ["objects", "modules", "lfs", "worktrees"];

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
    await cp(index, join(this.location, "index"));
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
    await mkdir(join(this.location, "objects", "info"), { recursive: true });
    await mkdir(join(this.location, "refs"), { recursive: true });
    await mkdir(join(this.location, "info"), { recursive: true });
    const alternates = join(this.location, "objects", "info", "alternates");
    for (const objects of [this.#memory.objects, ...others]) await addLine(alternates, objects);
    await addLine(join(this.location, "info", "exclude"), `/${INPUTS_FOLDER}/`);
  }

  /** Moves the branch to a commit and brings these paths of the index in step with it. `form` is what the repository was. */
  async moveTo(
    form: string,
    branch: string,
    commit: string,
    changes: readonly Change[],
  ): Promise<void> {
    await this.#makeSound(form);
    await this.#point(branch, commit);
    const call = this.#memory.call({ index: join(this.location, "index") });
    const input = zeroEnding(changes.map(indexLine));
    await git({ ...call, input }, ["update-index", "-z", "--index-info"]);
  }

  /** Copies the folder's present form to a new place and gives that. */
  async save(): Promise<string> {
    this.#count += 1;
    const form = join(this.#forms, `repository-${this.#count}`);
    await mkdir(form, { recursive: true });
    for (const name of await readdir(this.location)) {
      if (!LEFT_ALONE.includes(name)) await copyForm(join(this.location, name), join(form, name));
    }
    return form;
  }

  /** Puts a saved form back. */
  async restore(form: string, others: readonly string[] = []): Promise<void> {
    await this.#makeSound(form);
    for (const name of await readdir(this.location)) {
      if (!LEFT_ALONE.includes(name)) await removeTree(join(this.location, name));
    }
    await this.#fill(form);
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
    const repository = { cwd: this.#root, repository: this.location };
    if (branch === "HEAD") {
      await git(repository, ["update-ref", "--no-deref", "HEAD", commit]);
      return;
    }
    await git(repository, ["update-ref", branch, commit]);
    await git(repository, ["symbolic-ref", "HEAD", branch]);
  }

  /** A task may have removed or replaced the repository, or been ended while it held locks. */
  async #makeSound(form: string): Promise<void> {
    const status = await lstat(this.location).catch(() => undefined);
    if (status?.isDirectory() !== true) {
      await removeTree(this.location);
      await mkdir(this.location);
      await this.#fill(form);
    }
    await this.link();
    await removeLocks(this.location);
  }

  async #fill(form: string): Promise<void> {
    for (const name of await readdir(form)) {
      await copyForm(join(form, name), join(this.location, name));
    }
  }
}

/** With their times, by which git tells whether its index is as young as the files. */
async function copyForm(from: string, to: string): Promise<void> {
  await copyTree(from, to, { keepsTimes: true });
}

async function removeLocks(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (LEFT_ALONE.includes(basename(path))) continue;
    if (entry.isDirectory()) await removeLocks(path);
    else if (entry.name.endsWith(".lock")) await rm(path, { force: true });
  }
}

async function addLine(path: string, line: string): Promise<void> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return "";
    throw error;
  });
  if (text.split("\n").includes(line)) return;
  const start = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  await writeFile(path, `${start}${line}\n`);
}
