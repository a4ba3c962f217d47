/** An agent's own version, asked once for all turns of a harness: it costs a process and no money. */
import type { Process, TurnContext } from "@crucible/core";

const VERSION = /\d+\.\d+\.\d+[\w.+-]*/;
const VERSION_BYTES_MAX = 4_096;

export class AgentVersion {
  readonly #argv: readonly [string, ...string[]];
  #version: string | undefined;

  constructor(binary: string) {
    this.#argv = [binary, "--version"];
  }

  /** `undefined` when it does not tell; a program that cannot be started says so again when the turn begins. */
  async ask(
    attempt: string,
    env: ReadonlyMap<string, string>,
    context: TurnContext,
  ): Promise<string | undefined> {
    if (this.#version !== undefined) return this.#version;
    const process = context.spawn({
      attempt,
      argv: this.#argv,
      env,
      stdin: null,
      files: new Map(),
      feedback: [],
    });
    const end = await process.ended;
    if (end.kind === "exited") this.#version = VERSION.exec(await firstWords(process))?.[0];
    return this.#version;
  }
}

async function firstWords(process: Process): Promise<string> {
  const bytes = await process.stdout(0, VERSION_BYTES_MAX).catch(() => new Uint8Array());
  return new TextDecoder().decode(bytes);
}
