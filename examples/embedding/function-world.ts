/**
 * A World without processes: a workspace is a map of files, and a command is the name of a function that reads and
 * writes that map. Nothing reaches a disk, so this is how a host runs playbooks inside a sandbox of its own.
 */
import {
  digestOfBytes,
  type Process,
  type SpawnRequest,
  type StagedSet,
  type Workspace,
  type World,
} from "@crucible/core";
import { collect, stream } from "./memory-blobs.js";

export type Files = Map<string, Uint8Array>;

/** What a command sees; it returns what it prints as JSON, if anything, and throws to fail. */
export interface CommandContext {
  readonly files: Files;
  /** The words after the command's name. */
  readonly args: readonly string[];
  readonly stdin: Uint8Array;
  /** The outputs of the tasks it depends on, as the engine hands them over. */
  readonly inputs: Readonly<Record<string, unknown>>;
}
export type Command = (context: CommandContext) => unknown;

export function functionWorld(commands: ReadonlyMap<string, Command>): World {
  return {
    capabilities: async () => ["isolation.worktree"],
    open: async () => new MapWorkspace("memory", new Map(), commands),
  };
}

interface Outcome {
  readonly output: string;
  readonly exitCode: number;
  readonly stderrTail: string;
}

class MapWorkspace implements Workspace {
  readonly location: string;
  readonly base = "empty";
  readonly #commands: ReadonlyMap<string, Command>;
  readonly #commits: Files[] = [];
  #settled: Files;
  #files: Files;

  constructor(location: string, start: Files, commands: ReadonlyMap<string, Command>) {
    this.location = location;
    this.#commands = commands;
    this.#settled = start;
    this.#files = new Map(start);
  }

  spawn(request: SpawnRequest): Process {
    const { output, exitCode, stderrTail } = this.#run(request);
    const printed = new TextEncoder().encode(`${output}\n`);
    const end = { exitCode, stderrTail, signal: null, stdoutBytes: printed.length, survivors: [] };
    return {
      ended: Promise.resolve({ kind: "exited", ...end }),
      kill: async () => {},
      stdout: async (from, bytesMax) => printed.slice(from, from + bytesMax),
      feedback: async () => new Uint8Array(),
    };
  }

  #run({ argv, stdin, files }: SpawnRequest): Outcome {
    // The engine runs a task's command with `sh -c`; here the words of that text are the command and its arguments.
    const [name = "", ...args] = argv[0] === "sh" ? (argv[2] ?? "").split(" ") : argv;
    const inputs = JSON.parse(new TextDecoder().decode(files.get("CRUCIBLE_INPUTS_FILE")) || "{}");
    const command = this.#commands.get(name);
    try {
      if (!command) throw new Error(`no command ${name}`);
      const context = { files: this.#files, args, stdin: stdin ?? new Uint8Array(), inputs };
      return { output: JSON.stringify(command(context) ?? null), exitCode: 0, stderrTail: "" };
    } catch (error) {
      return { output: "", exitCode: 1, stderrTail: String(error) };
    }
  }

  async fork(attempt: string): Promise<Workspace> {
    return new MapWorkspace(`memory/${attempt}`, new Map(this.#settled), this.#commands);
  }

  async stage(sets: readonly StagedSet[]): Promise<void> {
    for (const path of this.#files.keys()) {
      if (path.startsWith("inputs/")) this.#files.delete(path);
    }
    for (const { directory, files } of sets) {
      for (const file of files) {
        this.#files.set(`inputs/${directory}/${file.path}`, await collect(file.content()));
      }
    }
  }

  async fingerprint(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    const digest = (bytes?: Uint8Array): string | null => (bytes ? digestOfBytes(bytes) : null);
    return new Map(paths.map((path) => [path, digest(this.#files.get(path))]));
  }

  capture: Workspace["capture"] = async (path, { bytesMax, remove }) => {
    const bytes = this.#files.get(path);
    if (remove) this.#files.delete(path);
    if (!bytes) return { kind: "absent" };
    if (bytes.length > bytesMax) return { kind: "too_large" };
    return { kind: "file", executable: false, content: stream(bytes) };
  };

  commit: Workspace["commit"] = async () => {
    const own = [...this.#files].filter(([path]) => !path.startsWith("inputs/"));
    this.#commits.push(new Map(own));
    return String(this.#commits.length - 1);
  };

  async settle(commit: string | null): Promise<void> {
    if (commit !== null) this.#settled = this.#commits[Number(commit)] ?? this.#settled;
    this.#files = new Map(this.#settled);
  }

  async close(): Promise<void> {}
}
