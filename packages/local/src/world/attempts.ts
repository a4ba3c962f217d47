/** Where the processes of a workspace keep what is private to them, and how they are marked. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { SpawnRequest } from "@crucible/core";
import { fileNameOf } from "../files/file-name.js";
import { removeTree } from "../files/remove-tree.js";
import type { Homes } from "../process/homes.js";
import { maskLeftovers, type Secrets } from "../process/masked-output.js";
import { type LocalProcess, spawnProcess } from "../process/spawn.js";

export class Attempts {
  readonly #folder: string;
  readonly #marker: string;
  readonly #secrets: Secrets;
  readonly #homes: Homes;
  #count: number;

  private constructor(
    folder: string,
    marker: string,
    secrets: Secrets,
    homes: Homes,
    count: number,
  ) {
    this.#folder = folder;
    this.#marker = marker;
    this.#secrets = secrets;
    this.#homes = homes;
    this.#count = count;
  }

  /**
   * Numbers go on where an earlier opening of the execution left off, so that nothing it kept is written over. `marker`
   * ends with `/` and begins the markers of all processes started here; `secrets` are masked in what is kept.
   */
  static async open(
    folder: string,
    marker: string,
    secrets: Secrets,
    homes: Homes,
  ): Promise<Attempts> {
    await maskLeftovers(folder, secrets);
    // Transcripts lie here too, as files; what was spawned has a folder of its own.
    const held = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const names = held.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    // An engine that was killed leaves the homes of its agents.
    for (const name of names) await removeTree(join(folder, name, "home"));
    const last = names
      .map((name) => Number(name.slice(name.lastIndexOf(".") + 1)) || 0)
      .reduce((most, number) => Math.max(most, number), 0);
    return new Attempts(folder, marker, secrets, homes, last);
  }

  spawn(request: SpawnRequest, workspace: string): LocalProcess {
    this.#count += 1;
    const name = `${fileNameOf(request.attempt)}.${this.#count}`;
    return spawnProcess(request, {
      workspace,
      privateFolder: join(this.#folder, name),
      marker: `${this.#marker}${name}`,
      secrets: this.#secrets,
      homes: this.#homes,
    });
  }
}
