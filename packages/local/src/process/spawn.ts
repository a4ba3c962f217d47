/**
 * Runs one process of an attempt: in a session and group of its own, standard output to a private file, the end of
 * standard error kept, standard input given and closed. When it ends, by itself or because it was killed, everything it
 * started is ended too before its end is reported.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EndNotice, Process, ProcessEnd, ProcessHome, SpawnRequest } from "@crucible/core";
import { readPart } from "../files/read-part.js";
import { removeTree } from "../files/remove-tree.js";
import { briefHome, type Homes, homeName } from "./homes.js";
import { KEPT_OUTPUT, keepMasked, RAW_OUTPUT, type Secrets } from "./masked-output.js";
import { endOfNewest } from "./newest-file.js";
import { createPrivateFolder, type PrivateFolder } from "./private-folder.js";
import { survivorsOf } from "./survivors.js";
import { MARKER_VARIABLE, sweep } from "./sweep.js";
import { ByteTail } from "./tail.js";

export interface SpawnPlace {
  /** Current folder of the process. */
  readonly workspace: string;
  /** A folder for this process alone; created here. */
  readonly privateFolder: string;
  /** Value of the marker variable, unique on the machine. */
  readonly marker: string;
  /** Values that must not stay in the output that is kept. */
  readonly secrets: Secrets;
  /** Where conversations have their folders; a process that wants a named home cannot start without. */
  readonly homes?: Homes;
}

/** A process whose output can be read as it was said until it is released, and masked for ever. */
export interface LocalProcess extends Process {
  release(): void;
}

const STDERR_BYTES_MAX = 65_536;
const FEEDBACK_BYTES_MAX = 1_048_576;
/** How long the end of a killed process, and the rest of standard error, may take to be reported. */
const SETTLE_MS = 1_000;

/** Starts the process. Never throws: a failure to start is an end. */
export function spawnProcess(request: SpawnRequest, place: SpawnPlace): LocalProcess {
  return new RunningProcess(request, place);
}

interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

class RunningProcess implements LocalProcess {
  readonly ended: Promise<ProcessEnd>;
  readonly #request: SpawnRequest;
  readonly #place: SpawnPlace;
  readonly #folder: Promise<PrivateFolder>;
  readonly #killed: Promise<undefined>;
  /** The open output as the process wrote it. */
  #output: number | undefined;
  #homePath: string | undefined;
  #requestKill: () => void = () => undefined;

  constructor(request: SpawnRequest, place: SpawnPlace) {
    this.#request = request;
    this.#place = place;
    this.#killed = new Promise((resolve) => {
      this.#requestKill = () => resolve(undefined);
    });
    this.#folder = createPrivateFolder(place.privateFolder, request.files, request.feedback);
    this.ended = this.#run().catch((error: unknown) => ({
      kind: "spawn_failed",
      detail: error instanceof Error ? error.message : String(error),
    }));
  }

  async kill(): Promise<void> {
    this.#requestKill();
    await this.ended;
  }

  async stdout(from: number, bytesMax: number): Promise<Uint8Array> {
    await this.#folder;
    if (this.#output !== undefined) return readOpen(this.#output, from, bytesMax);
    return await readPart(join(this.#place.privateFolder, KEPT_OUTPUT), from, bytesMax);
  }

  async feedback(variable: string, from: number): Promise<Uint8Array> {
    const path = (await this.#folder).feedback(variable);
    if (path === undefined) throw new Error(`${variable} is no feedback variable of this process`);
    return await readPart(path, from, FEEDBACK_BYTES_MAX);
  }

  async keepHome(): Promise<string> {
    const { home } = this.#request;
    const name = home === undefined ? undefined : homeName(home);
    const { homes } = this.#place;
    if (name === undefined || homes === undefined) throw new Error("the process has no named home");
    await this.ended;
    return await homes.keep(name);
  }

  async readHome(folder: string, ending: string, bytesMax: number): Promise<Uint8Array> {
    if (this.#homePath === undefined) return new Uint8Array();
    return await endOfNewest(this.#homePath, folder, ending, bytesMax);
  }

  release(): void {
    if (isBrief(this.#request) && this.#homePath !== undefined) {
      // Nobody waits for it: what is left of it is taken away when the execution is opened again.
      void removeTree(this.#homePath).catch(() => undefined);
    }
    this.#closeOutput();
  }

  #closeOutput(): void {
    if (this.#output !== undefined) closeSync(this.#output);
    this.#output = undefined;
  }

  async #run(): Promise<ProcessEnd> {
    const folder = await this.#folder;
    const { privateFolder, secrets } = this.#place;
    const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;
    const name = secrets.length === 0 ? KEPT_OUTPUT : RAW_OUTPUT;
    const output = openSync(join(privateFolder, name), flags, 0o600);
    this.#output = output;
    try {
      return await this.#runInto(output, folder);
    } finally {
      // What was masked is read through the descriptor until it is released.
      if (secrets.length === 0) this.#closeOutput();
      // A full disk is no other end of the process: what stays raw is masked when the execution is opened again.
      else await keepMasked(privateFolder, output, secrets).catch(() => undefined);
      await folder.dropGiven();
    }
  }

  async #runInto(stdout: number, folder: PrivateFolder): Promise<ProcessEnd> {
    const child = this.#start(stdout, folder, await this.#home());
    const exited = exitOf(child);
    const tail = new ByteTail(STDERR_BYTES_MAX, this.#place.secrets);
    child.stderr?.on("data", (chunk: Uint8Array) => tail.push(chunk));
    const failure = await startFailure(child);
    if (failure !== undefined) {
      return { kind: "spawn_failed", detail: await this.#explain(failure) };
    }
    giveInput(child, this.#request.stdin);
    const endedByItself = (await Promise.race([exited, this.#killed])) !== undefined;
    if (!endedByItself) await givenNotice(child, this.#request.notice, exited);
    const marker = this.#place.marker;
    const swept = await sweep(child.pid === undefined ? { marker } : { marker, leader: child.pid });
    const exit = await Promise.race([exited, delay(SETTLE_MS, undefined, { ref: false })]);
    await drained(child);
    return {
      kind: "exited",
      exitCode: exit?.code ?? null,
      signal: exit === undefined ? "SIGKILL" : exit.signal,
      stdoutBytes: fstatSync(stdout).size,
      stderrTail: tail.text(),
      survivors: survivorsOf(swept, endedByItself),
    };
  }

  /** The variable of the home and its path. */
  async #home(): Promise<readonly (readonly [string, string])[]> {
    const { home } = this.#request;
    if (home === undefined) return [];
    this.#homePath = await this.#openHome(home);
    return [[home.variable, this.#homePath]];
  }

  async #openHome(home: ProcessHome): Promise<string> {
    const name = homeName(home);
    if (name === undefined) return await briefHome(this.#place.privateFolder);
    const { homes } = this.#place;
    if (homes === undefined) throw new Error("there is no place for the home of a conversation");
    return await homes.open(name, home.from);
  }

  #start(
    stdout: number,
    folder: PrivateFolder,
    home: readonly (readonly [string, string])[],
  ): ChildProcess {
    const [command, ...args] = this.#request.argv;
    const env: NodeJS.ProcessEnv = Object.create(null) as NodeJS.ProcessEnv;
    const variables = [...this.#request.env, ...folder.variables, ...home];
    for (const [name, value] of variables) env[name] = value;
    env[MARKER_VARIABLE] = this.#place.marker;
    return spawn(command, args, {
      cwd: this.#place.workspace,
      env,
      detached: true,
      stdio: [this.#request.stdin === null ? "ignore" : "pipe", stdout, "pipe"],
    });
  }

  /** A missing folder and a missing program give the same code; people need to know which. */
  async #explain(failure: NodeJS.ErrnoException): Promise<string> {
    if (failure.code === "ENOENT") {
      const folder = await stat(this.#place.workspace).catch(() => undefined);
      if (folder === undefined) return `the workspace ${this.#place.workspace} is not there`;
    }
    return failure.message;
  }
}

/** Whether the process has a home that goes with it. */
function isBrief({ home }: SpawnRequest): boolean {
  return home !== undefined && home.name === undefined;
}

function readOpen(file: number, from: number, bytesMax: number): Uint8Array {
  const length = Math.min(bytesMax, Math.max(0, fstatSync(file).size - from));
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = readSync(file, bytes, filled, length - filled, from + filled);
    if (count === 0) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

/** Asks a process to end that is to be ended, if it wants to be asked, and waits no longer than it may take. */
async function givenNotice(
  child: ChildProcess,
  notice: EndNotice | undefined,
  exited: Promise<Exit>,
): Promise<void> {
  if (notice === undefined || !child.kill(notice.signal)) return;
  await Promise.race([exited, delay(notice.graceMs, undefined, { ref: false })]);
}

function exitOf(child: ChildProcess): Promise<Exit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

function startFailure(child: ChildProcess): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    child.once("spawn", () => resolve(undefined));
    // Stays for later errors too (such as a signal that cannot be sent): they change nothing here.
    child.on("error", (error) => resolve(error));
  });
}

function giveInput(child: ChildProcess, input: Uint8Array | null): void {
  // A process may end without reading: the broken pipe is its own choice, not a fault.
  child.stdin?.on("error", () => undefined);
  if (input !== null) child.stdin?.end(input);
}

async function drained(child: ChildProcess): Promise<void> {
  const stream = child.stderr;
  if (stream === null || stream.closed) return;
  const closed = new Promise((resolve) => stream.once("close", resolve));
  await Promise.race([closed, delay(SETTLE_MS, undefined, { ref: false })]);
  stream.destroy();
}
