/** A process in memory: a program that runs against one workspace until it returns or is killed. */
import type { Clock, Process, ProcessEnd, SpawnRequest } from "@crucible/core";
import type { Program, ProgramRun } from "./program.js";
import { isStaged, type Tree, type TreeEntry, textFile } from "./tree.js";

/** How much of standard error is kept. */
const STDERR_TAIL_CHARACTERS = 64 * 1024;

/** The part of a workspace that its processes change. */
export interface WorkingFiles {
  tree: Tree;
}

const NOTHING = new Uint8Array();
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder();

class Killed extends Error {
  override readonly name = "Killed";
}

export class MemoryProcess implements Process {
  readonly ended: Promise<ProcessEnd>;
  readonly #request: SpawnRequest;
  readonly #files: WorkingFiles;
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  /** Made when a program asks for its signal, which costs more than the rest of a program that does nothing. */
  #killed: AbortController | undefined;
  #feedback: Map<string, string> | undefined;
  readonly #survivors: string[] = [];
  #stdout: Uint8Array = NOTHING;
  #stderr = "";
  #over = false;
  #finish: (end: ProcessEnd) => void = () => undefined;

  constructor(
    request: SpawnRequest,
    program: Program | undefined,
    files: WorkingFiles,
    clock: Clock,
    onEnd: () => void,
  ) {
    this.#request = request;
    this.#files = files;
    this.#clock = clock;
    this.#onEnd = onEnd;
    this.ended = new Promise((resolve) => {
      this.#finish = resolve;
    });
    if (request.home !== undefined) {
      this.#end({ kind: "spawn_failed", detail: "a world in memory gives no process a home" });
    } else if (program === undefined) {
      this.#end({ kind: "spawn_failed", detail: `there is no program ${request.argv[0]}` });
    } else {
      void this.#run(program);
    }
  }

  async kill(): Promise<void> {
    if (this.#over) return;
    this.#killed?.abort();
    this.#exit(null, "SIGKILL");
  }

  async stdout(from: number, bytesMax: number): Promise<Uint8Array> {
    return this.#stdout.slice(from, from + bytesMax);
  }

  async feedback(variable: string, from: number): Promise<Uint8Array> {
    return ENCODER.encode(this.#feedback?.get(variable) ?? "").slice(from);
  }

  async #run(program: Program): Promise<void> {
    await Promise.resolve();
    try {
      const returned = program(this.#programRun());
      const code = returned instanceof Promise ? await returned : returned;
      this.#exit(code ?? 0, null);
    } catch (error) {
      if (!this.#over)
        this.#stderr += `${error instanceof Error ? error.message : String(error)}\n`;
      this.#exit(1, null);
    }
  }

  #exit(exitCode: number | null, signal: string | null): void {
    this.#end({
      kind: "exited",
      exitCode,
      signal,
      stdoutBytes: this.#stdout.length,
      stderrTail: this.#stderr.slice(-STDERR_TAIL_CHARACTERS),
      survivors: this.#survivors,
    });
  }

  #end(end: ProcessEnd): void {
    if (this.#over) return;
    this.#over = true;
    this.#onEnd();
    this.#finish(end);
  }

  #alive(): void {
    if (this.#over) throw new Killed("the process has ended");
  }

  #programRun(): ProgramRun {
    const request = this.#request;
    const signal = (): AbortSignal => this.#signal();
    return {
      argv: request.argv,
      env: request.env,
      stdin: decode(request.stdin) ?? "",
      get signal() {
        return signal();
      },
      privateFile: (variable) => decode(request.files.get(variable)),
      inputs: () => JSON.parse(decode(request.files.get("CRUCIBLE_INPUTS_FILE")) ?? "null"),
      read: (path) => {
        const entry = this.#files.tree.get(path);
        return entry?.kind === "file" ? decode(entry.bytes) : undefined;
      },
      list: () => [...this.#files.tree.keys()].sort(),
      write: (path, content, executable = false) => {
        const bytes = typeof content === "string" ? ENCODER.encode(content) : content;
        this.#put(path, { kind: "file", bytes, executable, names: 1 });
      },
      place: (path, entry) => this.#put(path, oddEntry(entry)),
      remove: (path) => this.#put(path, undefined),
      print: (text) => this.#print(text),
      complain: (text) => {
        this.#alive();
        this.#stderr += text;
      },
      report: (variable, text) => this.#report(variable, text),
      sleep: (ms) => this.#sleep(ms),
      leaveBehind: (description) => void this.#survivors.push(description),
    };
  }

  #signal(): AbortSignal {
    if (this.#killed === undefined) {
      this.#killed = new AbortController();
      if (this.#over) this.#killed.abort();
    }
    return this.#killed.signal;
  }

  #put(path: string, entry: TreeEntry | undefined): void {
    this.#alive();
    if (isStaged(path)) throw new Error(`${path} is read-only`);
    const tree = new Map(this.#files.tree);
    if (entry === undefined) tree.delete(path);
    else tree.set(path, entry);
    this.#files.tree = tree;
  }

  #print(text: string): void {
    this.#alive();
    const added = ENCODER.encode(text);
    const whole = new Uint8Array(this.#stdout.length + added.length);
    whole.set(this.#stdout);
    whole.set(added, this.#stdout.length);
    this.#stdout = whole;
  }

  #report(variable: string, text: string): void {
    this.#alive();
    if (!this.#request.feedback.includes(variable)) {
      throw new Error(`there is no feedback file ${variable}`);
    }
    this.#feedback ??= new Map();
    this.#feedback.set(variable, (this.#feedback.get(variable) ?? "") + text);
  }

  #sleep(ms: number): Promise<void> {
    this.#alive();
    return new Promise((resolve, reject) => {
      const timer = this.#clock.at(this.#clock.monotonicMs() + ms, resolve);
      this.#signal().addEventListener("abort", () => {
        timer.cancel();
        reject(new Killed("the process was killed"));
      });
    });
  }
}

function decode(bytes: Uint8Array | null | undefined): string | undefined {
  return bytes ? DECODER.decode(bytes) : undefined;
}

function oddEntry(entry: Parameters<ProgramRun["place"]>[1]): TreeEntry {
  if (typeof entry !== "string") return { kind: "link", target: entry.linkTo };
  if (entry === "hard_link") return { ...(textFile("") as TreeEntry & { kind: "file" }), names: 2 };
  return { kind: entry };
}
