/**
 * Git memory: one bare repository beside the logs that holds every start and every task's commit, whatever becomes of
 * the workspaces. It is what lets a finished run be rerun later. Nothing in it is ever collected as garbage.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WorldRefused } from "@crucible/core";
import { createFolder, nameDurably, writeBeside } from "../files/durable.js";
import { reasonOf } from "../files/error-code.js";
import { dropAbandoned } from "../files/temporary.js";
import { type GitCall, git, gitLine, gitLineIfAny } from "../git/git.js";
import { dropHalfWritten } from "../git/half-written.js";

/** Whatever a workspace's attributes say, contents are kept byte for byte. */
const RAW_ATTRIBUTES = "* -text -ident -filter -working-tree-encoding -merge\n";

/** Its folder below the state folder. */
export const MEMORY_FOLDER = "memory.git";

export class GitMemory {
  /** The bare repository's folder. */
  readonly location: string;

  private constructor(location: string) {
    this.location = location;
  }

  /** Opens the memory below a state folder, creating it at first use. */
  static async open(stateFolder: string): Promise<GitMemory> {
    const location = join(stateFolder, MEMORY_FOLDER);
    await mkdir(location, { recursive: true });
    await git({ cwd: location }, ["init", "--quiet", "--bare", location]);
    await dropAbandoned(location);
    await dropHalfWritten(join(location, "objects"));
    await mkdir(join(location, "info"), { recursive: true });
    await writeFile(join(location, "info", "attributes"), RAW_ATTRIBUTES);
    return new GitMemory(location);
  }

  get objects(): string {
    return join(this.location, "objects");
  }

  /** A call that works in the memory; what it writes is durable when git returns. */
  call(extra: Partial<GitCall> = {}): GitCall {
    return { cwd: this.location, repository: this.location, durable: true, ...extra };
  }

  /**
   * Gives a commit a name below `refs/crucible/`, durable on return. Git is not started for it: a name is a file, this one
   * is nobody else's, and it is whole before it stands where git looks for names.
   */
  async name(name: string, commit: string): Promise<void> {
    const path = join(this.location, "refs", "crucible", name);
    try {
      await createFolder(dirname(path));
      await nameDurably(await writeBeside(join(this.location, "name"), `${commit}\n`), path);
    } catch (error) {
      throw new WorldRefused(`${path} cannot be written: ${reasonOf(error)}`);
    }
  }

  async holds(commit: string): Promise<boolean> {
    const args = ["rev-parse", "--quiet", "--verify", `${commit}^{commit}`];
    return (await gitLineIfAny(this.call(), args)) === commit;
  }

  async treeOf(commit: string): Promise<string> {
    return await gitLine(this.call(), ["rev-parse", "--verify", `${commit}^{tree}`]);
  }

  /** Takes a commit with all its history from another repository, by its path or its address. */
  async fetchFrom(repository: string, commit: string, name: string): Promise<void> {
    await git(this.call(), [
      "fetch",
      "--quiet",
      "--no-tags",
      "--update-shallow",
      ...(isElsewhere(repository) ? [] : [OTHER_END]),
      "--",
      repository,
      `+${commit}:refs/crucible/${name}`,
    ]);
  }
}

/** On this machine the other end is a process of its own, which does not see our configuration. */
const OTHER_END =
  "--upload-pack=git -c safe.directory=* -c uploadpack.allowAnySHA1InWant=true upload-pack";

/** Whether an address leads to another machine, whose server decides for itself what it runs: `ssh://…`, `host:path`. */
function isElsewhere(repository: string): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(repository)) return !/^file:/i.test(repository);
  return /^[^/]*:/.test(repository);
}
