/**
 * What a program in memory sees of its process, and what it has left there: output, feedback, survivors. Programs take the
 * functions out of it as they please, so each is a getter that binds its own; one that is not asked for costs nothing.
 */
import type { Clock, SpawnRequest } from "@crucible/core";
import type { ProgramRun } from "./program.js";
import { isStaged, type Tree, type TreeEntry, textFile } from "./tree.js";

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

export class RunningProgram implements ProgramRun {
  stdout: Uint8Array = NOTHING;
  stderr = "";
  readonly survivors: string[] = [];
  readonly #request: SpawnRequest;
  readonly #files: WorkingFiles;
  readonly #clock: Clock;
  /** Made when a program asks for its signal, which costs more than the rest of a program that does nothing. */
  #killed: AbortController | undefined;
  #feedback: Map<string, string> | undefined;
  #over = false;

  constructor(request: SpawnRequest, files: WorkingFiles, clock: Clock) {
    this.#request = request;
    this.#files = files;
    this.#clock = clock;
  }

  /** Whether the process has ended. */
  get over(): boolean {
    return this.#over;
  }

  end(): void {
    this.#over = true;
  }

  kill(): void {
    this.#killed?.abort();
  }

  /** What was written to the file that a feedback variable names. */
  feedback(variable: string): Uint8Array {
    return ENCODER.encode(this.#feedback?.get(variable) ?? "");
  }

  get argv(): readonly string[] {
    return this.#request.argv;
  }

  get env(): ReadonlyMap<string, string> {
    return this.#request.env;
  }

  get stdin(): string {
    return decode(this.#request.stdin) ?? "";
  }

  get signal(): AbortSignal {
    if (this.#killed === undefined) {
      this.#killed = new AbortController();
      if (this.#over) this.#killed.abort();
    }
    return this.#killed.signal;
  }

  get privateFile(): ProgramRun["privateFile"] {
    return (variable) => decode(this.#request.files.get(variable));
  }

  get inputs(): ProgramRun["inputs"] {
    return () => JSON.parse(this.privateFile("CRUCIBLE_INPUTS_FILE") ?? "null");
  }

  get read(): ProgramRun["read"] {
    return (path) => {
      const entry = this.#files.tree.get(path);
      return entry?.kind === "file" ? decode(entry.bytes) : undefined;
    };
  }

  get list(): ProgramRun["list"] {
    return () => [...this.#files.tree.keys()].sort();
  }

  get write(): ProgramRun["write"] {
    return (path, content, executable = false) => {
      const bytes = typeof content === "string" ? ENCODER.encode(content) : content;
      this.#put(path, { kind: "file", bytes, executable, names: 1 });
    };
  }

  get place(): ProgramRun["place"] {
    return (path, entry) => this.#put(path, oddEntry(entry));
  }

  get remove(): ProgramRun["remove"] {
    return (path) => this.#put(path, undefined);
  }

  get print(): ProgramRun["print"] {
    return (text) => {
      this.#alive();
      const added = ENCODER.encode(text);
      const whole = new Uint8Array(this.stdout.length + added.length);
      whole.set(this.stdout);
      whole.set(added, this.stdout.length);
      this.stdout = whole;
    };
  }

  get complain(): ProgramRun["complain"] {
    return (text) => {
      this.#alive();
      this.stderr += text;
    };
  }

  get report(): ProgramRun["report"] {
    return (variable, text) => {
      this.#alive();
      if (!this.#request.feedback.includes(variable)) {
        throw new Error(`there is no feedback file ${variable}`);
      }
      this.#feedback ??= new Map();
      this.#feedback.set(variable, (this.#feedback.get(variable) ?? "") + text);
    };
  }

  get sleep(): ProgramRun["sleep"] {
    return (ms) => {
      this.#alive();
      return new Promise((resolve, reject) => {
        const timer = this.#clock.at(this.#clock.monotonicMs() + ms, resolve);
        this.signal.addEventListener("abort", () => {
          timer.cancel();
          reject(new Killed("the process was killed"));
        });
      });
    };
  }

  get leaveBehind(): ProgramRun["leaveBehind"] {
    return (description) => void this.survivors.push(description);
  }

  #alive(): void {
    if (this.#over) throw new Killed("the process has ended");
  }

  #put(path: string, entry: TreeEntry | undefined): void {
    this.#alive();
    if (isStaged(path)) throw new Error(`${path} is read-only`);
    const tree = new Map(this.#files.tree);
    if (entry === undefined) tree.delete(path);
    else tree.set(path, entry);
    this.#files.tree = tree;
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
