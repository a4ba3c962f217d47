/** Where the processes of a workspace keep what is private to them, and how they are marked. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Process, SpawnRequest } from "@crucible/core";
import { spawnProcess } from "../process/spawn.js";

const NAME_LENGTH_MAX = 100;

export class Attempts {
  readonly #folder: string;
  readonly #marker: string;
  #count = 0;

  /** `marker` ends with `/` and begins the markers of all processes started here. */
  constructor(folder: string, marker: string) {
    this.#folder = folder;
    this.#marker = marker;
  }

  spawn(request: SpawnRequest, workspace: string): Process {
    this.#count += 1;
    const name = `${fileNameOf(request.attempt)}.${this.#count}`;
    return spawnProcess(request, {
      workspace,
      privateFolder: join(this.#folder, name),
      marker: `${this.#marker}${name}`,
    });
  }
}

/** One path component for any text, and different ones for different texts. */
export function fileNameOf(text: string): string {
  const encoded = encodeURIComponent(text).replaceAll(".", "%2E");
  if (encoded.length <= NAME_LENGTH_MAX) return encoded;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${encoded.slice(0, NAME_LENGTH_MAX)}-${digest}`;
}
