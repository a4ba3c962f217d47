/** A Store in memory: one process's view of a {@link MemoryDisk}. */
import {
  type Blobs,
  type Claim,
  ClaimRefused,
  canonicalJson,
  type EngineRequest,
  type ExecutionHeader,
  type ExecutionId,
  type ExecutionSummary,
  LogDamaged,
  type LogLine,
  type Requests,
  type Store,
  StoreLost,
} from "@crucible/core";
import { Faults } from "../faults/faults.js";
import { MemoryBlobs } from "./memory-blobs.js";
import { MemoryClaim } from "./memory-claim.js";
import { headerOf, keyOf, MemoryDisk, type StoredExecution } from "./memory-disk.js";

export interface MemoryStoreOptions {
  readonly disk?: MemoryDisk;
  readonly faults?: Faults;
  /** Name of this process, for the messages of refused claims. */
  readonly owner?: string;
}

export class MemoryStore implements Store {
  readonly disk: MemoryDisk;
  readonly blobs: Blobs;
  readonly requests: Requests;
  readonly #faults: Faults;
  readonly #owner: string;

  constructor(options: MemoryStoreOptions = {}) {
    this.disk = options.disk ?? new MemoryDisk();
    this.#faults = options.faults ?? new Faults();
    this.#owner = options.owner ?? "this engine";
    this.blobs = new MemoryBlobs(this.disk, this.#faults);
    this.requests = {
      post: (id, request) => this.#post(id, request),
      take: (id) => this.#take(id),
    };
  }

  async create(header: ExecutionHeader): Promise<Claim> {
    await this.#faults.reach("store.create");
    const key = keyOf(header);
    if (this.disk.executions.has(key)) throw new ClaimRefused(`execution ${key} exists already`);
    this.#refuseBusyWorkspace(header);
    const execution: StoredExecution = {
      id: { run: header.run, execution: header.execution },
      header: JSON.stringify(header),
      order: this.disk.nextOrder(),
      lines: [],
      durable: 0,
      epoch: 1,
      owner: this.#owner,
      privates: new Map(),
      requests: [],
    };
    this.disk.executions.set(key, execution);
    return new MemoryClaim(this.disk, execution, this.#faults);
  }

  async claim(id: ExecutionId): Promise<Claim> {
    await this.#faults.reach("store.claim");
    const execution = this.#get(id);
    if (execution.owner !== undefined) {
      throw new ClaimRefused(`execution ${keyOf(id)} is owned by ${execution.owner}`);
    }
    this.#refuseBusyWorkspace(headerOf(execution));
    execution.epoch++;
    execution.owner = this.#owner;
    execution.lines = execution.lines.slice(0, endOfWholeBatches(execution.lines));
    execution.durable = execution.lines.length;
    return new MemoryClaim(this.disk, execution, this.#faults);
  }

  async header(id: ExecutionId): Promise<ExecutionHeader> {
    await this.#faults.reach("store.header");
    return headerOf(this.#get(id));
  }

  async read(id: ExecutionId, from: number): Promise<readonly LogLine[]> {
    await this.#faults.reach("store.read");
    const { lines } = this.#get(id);
    // Only what is asked for is copied: a reader that follows a log asks after every batch.
    return lines
      .slice(from, endOfWholeBatches(lines))
      .map((line, index) => parseLine(line, from + index));
  }

  async list(): Promise<readonly ExecutionSummary[]> {
    await this.#faults.reach("store.list");
    return [...this.disk.executions.values()]
      .sort((a, b) => a.order - b.order)
      .map((execution) => ({
        ...execution.id,
        startedAt: headerOf(execution).started_at,
        owned: execution.owner !== undefined,
      }));
  }

  async #post(id: ExecutionId, request: EngineRequest): Promise<void> {
    await this.#faults.reach("store.post");
    this.#get(id).requests.push(request);
  }

  async #take(id: ExecutionId): Promise<readonly EngineRequest[]> {
    await this.#faults.reach("store.take");
    return this.#get(id).requests.splice(0);
  }

  #get(id: ExecutionId): StoredExecution {
    const execution = this.disk.find(id);
    if (execution === undefined) throw new StoreLost(`there is no execution ${keyOf(id)}`);
    return execution;
  }

  /** At most one live run a workspace (RUN-055, RUN-056). */
  #refuseBusyWorkspace(header: ExecutionHeader): void {
    const workspace = canonicalJson(header.workspace);
    for (const other of this.disk.executions.values()) {
      if (other.owner === undefined || other.id.execution === header.execution) continue;
      if (canonicalJson(headerOf(other).workspace) !== workspace) continue;
      throw new ClaimRefused(`run ${other.id.run} is live in this workspace (${other.owner})`);
    }
  }
}

/** How many lines there are up to the end of the last whole batch. */
function endOfWholeBatches(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && isContinued(lines[end - 1] ?? "")) end--;
  return end;
}

function isContinued(line: string): boolean {
  try {
    return (JSON.parse(line) as LogLine).more === true;
  } catch {
    return false;
  }
}

function parseLine(line: string, index: number): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    throw new LogDamaged(`line ${index + 1} of the log cannot be read`);
  }
}
