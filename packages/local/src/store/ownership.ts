/**
 * Ownership by numbered files: whoever creates the file of the next number owns the folder from then on, and creation is
 * exclusive. An owner that is alive is never displaced; one that is dead is followed by the next number; one that cannot
 * be looked at is refused unless the operator vouches that it is gone.
 */
import { statSync } from "node:fs";
import { link, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ClaimRefused, type ExecutionId, Fenced } from "@crucible/core";
import { createFolder, syncFolder, writeBeside, writeDurably } from "../files/durable.js";
import { errorCode } from "../files/error-code.js";
import { NotARecord, readRecord } from "../files/read-record.js";
import { dropAbandoned } from "../files/temporary.js";
import type { OwnerIdentity, OwnerSystem } from "../identity/owner.js";

interface OwnerRecord {
  readonly v: 1;
  readonly run: string;
  readonly execution: string;
  readonly released: boolean;
  readonly owner: OwnerIdentity;
}

const RECORD_BYTES_MAX = 65_536;

/** A taken ownership. */
export interface Ownership {
  readonly epoch: number;
  /** Rejects with {@link Fenced} once somebody else followed. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Who holds a folder now. */
export interface Holder {
  /** What it is held for; nothing when its record cannot be read. */
  readonly id?: ExecutionId;
  readonly state: "alive" | "unknown";
  /** The holder in words, with what can be done when it does not answer. */
  readonly description: string;
}

export interface OwnershipRules {
  readonly owners: OwnerSystem;
  /** The operator vouches that owners which cannot be looked at are gone. */
  readonly takeOverUnknown: boolean;
}

/** Takes the folder for an execution. Rejects with {@link ClaimRefused}, naming the holder. */
export async function takeOwnership(
  folder: string,
  id: ExecutionId,
  rules: OwnershipRules,
): Promise<Ownership> {
  await createFolder(folder);
  for (;;) {
    const latest = await latestEpoch(folder);
    const holder = await holderAt(folder, latest, rules.owners);
    if (holder === "gone") continue;
    if (holder !== undefined && !(holder.state === "unknown" && rules.takeOverUnknown)) {
      throw new ClaimRefused(refusalOf(id, holder));
    }
    const epoch = latest + 1;
    const record: OwnerRecord = { v: 1, ...id, released: false, owner: rules.owners.self() };
    if (await createExclusively(fileOf(folder, epoch), record)) {
      await dropEarlier(folder, epoch);
      await dropAbandoned(folder);
      return ownershipOf(folder, epoch, record);
    }
  }
}

/** Who holds the folder, if anybody does. */
export async function holderOf(folder: string, owners: OwnerSystem): Promise<Holder | undefined> {
  for (;;) {
    const holder = await holderAt(folder, await latestEpoch(folder), owners);
    if (holder !== "gone") return holder;
  }
}

/** Only the latest number counts. */
async function dropEarlier(folder: string, epoch: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (epochOf(name) < epoch) await rm(join(folder, name), { force: true });
  }
}

function ownershipOf(folder: string, epoch: number, record: OwnerRecord): Ownership {
  // A follower creates the next number first and takes this one away later.
  const [own, next] = [fileOf(folder, epoch), fileOf(folder, epoch + 1)];
  const isFollowed = (): boolean => isThere(next) || !isThere(own);
  return {
    epoch,
    check: async () => {
      if (isFollowed()) {
        throw new Fenced(
          `execution ${record.execution} of ${record.run} has another owner now, or its folder is gone`,
        );
      }
    },
    release: async () => {
      if (isFollowed()) return;
      await writeDurably(own, recordText({ ...record, released: true }));
    },
  };
}

async function createExclusively(path: string, record: OwnerRecord): Promise<boolean> {
  // Written whole under another name first: a file under its own name is never half a record.
  const temporary = await writeBeside(path, recordText(record));
  try {
    await link(temporary, path);
    await syncFolder(join(path, ".."));
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function latestEpoch(folder: string): Promise<number> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  });
  return names
    .map(epochOf)
    .filter(Number.isFinite)
    .reduce((latest, epoch) => Math.max(latest, epoch), 0);
}

/** The number in a file's name; not a number in others. */
function epochOf(name: string): number {
  return Number(/^(\d{8})\.json$/.exec(name)?.[1] ?? Number.NaN);
}

async function holderAt(
  folder: string,
  epoch: number,
  owners: OwnerSystem,
): Promise<Holder | "gone" | undefined> {
  if (epoch === 0) return undefined;
  const text = await readRecord(fileOf(folder, epoch), RECORD_BYTES_MAX).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    if (error instanceof NotARecord || errorCode(error) === "EISDIR") return "";
    throw error;
  });
  // A later owner has come and tidied up since the folder was listed.
  if (text === undefined) return "gone";
  const record = recordFrom(text);
  if (record === undefined) {
    const path = fileOf(folder, epoch);
    return {
      state: "unknown",
      description: `somebody whose record ${path} is damaged${TAKE_OVER}`,
    };
  }
  if (record.released) return undefined;
  const state = owners.stateOf(record.owner);
  if (state === "dead") return undefined;
  return {
    id: { run: record.run, execution: record.execution },
    state,
    description: describe(record.owner, state, owners),
  };
}

const TAKE_OVER = "; if it is certainly gone, take over (--take-over, takeOverUnknown)";

/** Nothing when it is damaged: records are written whole. */
function recordFrom(text: string): OwnerRecord | undefined {
  try {
    const record = JSON.parse(text) as OwnerRecord;
    const { run, execution, owner } = record;
    const texts = [
      run,
      execution,
      owner.host,
      owner.machine,
      owner.namespace,
      owner.boot,
      owner.started,
    ];
    const isWhole = texts.every((text) => typeof text === "string");
    return isWhole && Number.isInteger(owner.pid) ? record : undefined;
  } catch {
    return undefined;
  }
}

function describe(owner: OwnerIdentity, state: Holder["state"], owners: OwnerSystem): string {
  const { host, pid, namespace } = owner;
  if (state === "unknown") {
    return `process ${pid} on ${host} (${namespace || "another system"}), which cannot be looked at from here${TAKE_OVER}`;
  }
  if (!owners.isStopped(owner)) return `process ${pid}`;
  return `process ${pid}, which is stopped (kill -CONT ${pid} lets it go on, kill -KILL ${pid} ends it)`;
}

function refusalOf(id: ExecutionId, holder: Holder): string {
  const other = holder.id ?? id;
  const itself = other.execution === id.execution && other.run === id.run;
  const what = itself
    ? `execution ${id.execution} of ${id.run} is owned`
    : `${other.run} is live in this workspace, owned`;
  return `${what} by ${holder.description}`;
}

function fileOf(folder: string, epoch: number): string {
  return join(folder, `${String(epoch).padStart(8, "0")}.json`);
}

function recordText(record: OwnerRecord): string {
  return `${JSON.stringify(record)}\n`;
}

/** On the spot, since every append asks twice: it takes microseconds, and the thread pool a hundred. */
function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
