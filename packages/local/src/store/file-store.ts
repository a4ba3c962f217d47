/**
 * A store in a folder of this machine. Nothing needs a server or expires: an owner is a process, and whether it is alive
 * can be looked up. See `layout.ts` for the files.
 */
import { access, constants, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type Claim,
  ClaimRefused,
  type ExecutionHeader,
  type ExecutionId,
  type ExecutionSummary,
  type JsonValue,
  LogDamaged,
  type LogLine,
  type Store,
  StoreLost,
} from "@crucible/core";
import { decodeHeader } from "@crucible/core/wire";
import { createFolder, syncFolder, writeDurably } from "../files/durable.js";
import { errorCode, reasonOf } from "../files/error-code.js";
import { readRecord } from "../files/read-record.js";
import { dropAbandoned, temporaryName } from "../files/temporary.js";
import { type OwnerSystem, processOwners } from "../identity/owner.js";
import { fileBlobs } from "./blobs.js";
import { FileClaim } from "./file-claim.js";
import { executionFolder, isStorable, workspaceFolder } from "./layout.js";
import { LogFile } from "./log-file.js";
import { LogReader, takeOverLog } from "./log-reader.js";
import { losing } from "./losing.js";
import { holderOf, type Ownership, type OwnershipRules, takeOwnership } from "./ownership.js";
import { publishMissingSets } from "./published-sets.js";
import { firstProblem, readable } from "./readable.js";
import { postRequest, takeRequests } from "./requests.js";

export interface FileStoreOptions {
  /** How owners are told apart; by default they are processes of this machine. */
  readonly owners?: OwnerSystem;
  /** The operator vouches that owners in other namespaces or on other hosts are gone. */
  readonly takeOverUnknown?: boolean;
}

/** A store below a folder, which is created when it is first written to. */
export function fileStore(root: string, options: FileStoreOptions = {}): Store {
  return new FileStore(root, {
    owners: options.owners ?? processOwners(),
    takeOverUnknown: options.takeOverUnknown ?? false,
  });
}

class FileStore implements Store {
  readonly blobs: Store["blobs"];
  readonly requests: Store["requests"];
  readonly #root: string;
  readonly #rules: OwnershipRules;
  readonly #reader = new LogReader();
  #isWritable = false;

  constructor(root: string, rules: OwnershipRules) {
    this.#root = root;
    this.#rules = rules;
    const blobs = fileBlobs(join(root, "blobs"));
    this.blobs = Object.freeze({
      put: async (content: AsyncIterable<Uint8Array>, bytesMax: number) => {
        await this.#writable();
        return await blobs.put(content, bytesMax);
      },
      get: blobs.get,
    });
    this.requests = Object.freeze({
      post: async (id: ExecutionId, request: Parameters<typeof postRequest>[1]) => {
        const folder = join(await this.#existing(id), "requests");
        await this.#writable();
        await postRequest(folder, request);
      },
      take: async (id: ExecutionId) =>
        await takeRequests(join(await this.#existing(id), "requests")),
    });
  }

  async create(header: ExecutionHeader): Promise<Claim> {
    const id = { run: header.run, execution: header.execution };
    if (!isStorable(id)) {
      throw new ClaimRefused(`"${id.run}" and "${id.execution}" cannot be names of folders`);
    }
    return await this.#claiming(id, header, async () => {
      const folder = executionFolder(this.#root, id);
      const building = temporaryName(join(this.#root, "runs", `.${id.execution}`));
      await createFolder(dirname(building));
      await mkdir(building);
      await writeDurably(join(building, "header.json"), `${JSON.stringify(header)}\n`);
      await writeDurably(join(building, "session.jsonl"), "");
      await createFolder(dirname(folder));
      await appear(building, folder, id);
      return await takeOwnership(join(folder, "owner"), id, this.#rules);
    });
  }

  async claim(id: ExecutionId): Promise<Claim> {
    const folder = await this.#existing(id);
    return await this.#claiming(id, await this.header(id), async () => {
      const execution = await takeOwnership(join(folder, "owner"), id, this.#rules);
      try {
        for (const part of [".", "private", "requests"]) await dropAbandoned(join(folder, part));
        const lines = await takeOverLog(join(folder, "session.jsonl"));
        // The former owner may have been killed between a row and its set.
        await publishMissingSets(join(this.#root, "blobs"), folder, lines);
        return execution;
      } catch (error) {
        await execution.release();
        throw error;
      }
    });
  }

  async header(id: ExecutionId): Promise<ExecutionHeader> {
    const path = join(await this.#existing(id), "header.json");
    return headerFrom(await readable(path, () => readRecord(path)), path);
  }

  async read(id: ExecutionId, from: number): Promise<readonly LogLine[]> {
    const folder = await this.#existing(id);
    return await this.#reader.read(join(folder, "session.jsonl"), from);
  }

  async list(): Promise<readonly ExecutionSummary[]> {
    const found: ExecutionSummary[] = [];
    const runs = join(this.#root, "runs");
    for (const run of await namesIn(runs)) {
      for (const execution of await namesIn(join(runs, run))) {
        const id = { run, execution };
        if (!isStorable(id) || !(await isExecution(this.#root, id))) continue;
        const holder = await holderOf(join(runs, run, execution, "owner"), this.#rules.owners);
        const owner = holder === undefined ? {} : { owner: holder.description };
        const startedAt = await this.#startOf(id);
        if (startedAt === undefined) continue;
        found.push({ ...id, startedAt, owned: holder !== undefined, ...owner });
      }
    }
    return found.sort(
      (a, b) => compare(a.startedAt, b.startedAt) || compare(a.execution, b.execution),
    );
  }

  /** A damaged header hides one run's start, not the other runs; nothing for an execution that just went away. */
  async #startOf(id: ExecutionId): Promise<string | undefined> {
    try {
      return (await this.header(id)).started_at;
    } catch (error) {
      if (!(await isExecution(this.#root, id))) return undefined;
      if (error instanceof LogDamaged) return "";
      throw error;
    }
  }

  /** Holds the workspace while the execution is taken; what was taken is given back when a later step fails. */
  async #claiming(
    id: ExecutionId,
    header: ExecutionHeader,
    take: () => Promise<Ownership>,
  ): Promise<Claim> {
    await this.#writable();
    for (const part of [".", "blobs", "runs"]) await dropAbandoned(join(this.#root, part));
    const cannotWrite = `the store ${this.#root} cannot be written`;
    const folder = workspaceFolder(this.#root, header.workspace);
    const workspace = await losing(cannotWrite, () => takeOwnership(folder, id, this.#rules));
    const taken = [workspace];
    try {
      const execution = await losing(cannotWrite, take);
      taken.unshift(execution);
      const log = await LogFile.open(join(executionFolder(this.#root, id), "session.jsonl"));
      return new FileClaim({ root: this.#root, id, log, execution, workspace });
    } catch (error) {
      for (const one of taken) await one.release();
      throw error;
    }
  }

  /** Looked at once, so that a folder that was never of use is told from a disk that breaks later. */
  async #writable(): Promise<void> {
    if (this.#isWritable) return;
    try {
      await createFolder(this.#root);
      await access(this.#root, constants.W_OK | constants.X_OK);
    } catch (error) {
      const why = reasonOf(error);
      const fix = "make it so, or keep runs in another folder (--state-dir, stateFolder)";
      throw new StoreLost(`${this.#root} cannot be written: ${why}; ${fix}`, { cause: error });
    }
    this.#isWritable = true;
  }

  async #existing(id: ExecutionId): Promise<string> {
    if (isStorable(id) && (await isExecution(this.#root, id))) {
      return executionFolder(this.#root, id);
    }
    throw new StoreLost(`there is no ${nameOf(id)} in ${this.#root}`);
  }
}

function nameOf(id: ExecutionId): string {
  return `execution ${id.execution} of ${id.run}`;
}

/** What else lies among the runs is somebody else's. */
async function isExecution(root: string, id: ExecutionId): Promise<boolean> {
  const names = await namesIn(executionFolder(root, id));
  return names.includes("header.json") || names.includes("session.jsonl");
}

/** Nobody vouches for the file, and a resume goes by its fields. */
function headerFrom(text: string, path: string): ExecutionHeader {
  const reading = decodeHeader(text);
  if (reading.ok) return reading.header;
  if (!reading.problems.some((problem) => problem.path === "/v")) {
    throw new LogDamaged(`${path} cannot be read: ${firstProblem(reading.problems)}`);
  }
  const { v } = JSON.parse(text) as { readonly v?: JsonValue };
  throw new LogDamaged(
    `${path} has version ${JSON.stringify(v) ?? "none"}, and this engine knows version 1; use the crucible that wrote it`,
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return [];
    throw error;
  }
}

/** Gives the finished folder its name; a folder of that name that is there already wins. */
async function appear(building: string, folder: string, id: ExecutionId): Promise<void> {
  try {
    await rename(building, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    if (["ENOTEMPTY", "EEXIST"].includes(errorCode(error))) {
      throw new ClaimRefused(`${nameOf(id)} exists`);
    }
    throw error;
  }
}
