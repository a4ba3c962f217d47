/** Ownership of one execution of a file store: its log, its private records, and the end of owning it. */
import { createHash } from "node:crypto";
import { rename, rm, rmdir, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import {
  type Claim,
  type ExecutionId,
  Fenced,
  invariant,
  type LogLine,
  StoreLost,
  type Transcript,
} from "@crucible/core";
import { createFolder, syncFolder, writeDurably } from "../files/durable.js";
import { errorCode } from "../files/error-code.js";
import { fileNameOf } from "../files/file-name.js";
import { NotARecord, readRecord } from "../files/read-record.js";
import { temporaryName } from "../files/temporary.js";
import { executionFolder } from "./layout.js";
import type { LogFile } from "./log-file.js";
import { losing } from "./losing.js";
import type { Ownership } from "./ownership.js";
import { publishSets } from "./published-sets.js";
import { TranscriptFile } from "./transcript-file.js";

export interface ClaimParts {
  readonly root: string;
  readonly id: ExecutionId;
  readonly log: LogFile;
  readonly execution: Ownership;
  readonly workspace: Ownership;
}

export class FileClaim implements Claim {
  readonly id: ExecutionId;
  readonly #parts: ClaimParts;
  readonly #folder: string;
  #linked = false;
  #over = false;

  constructor(parts: ClaimParts) {
    this.id = parts.id;
    this.#parts = parts;
    this.#folder = executionFolder(parts.root, parts.id);
  }

  async append(batch: readonly LogLine[]): Promise<void> {
    if (batch.length === 0) return;
    await this.#check();
    await this.#parts.log.append(batch);
    // A new owner copies the log after it took the number: a write that was followed by no new number is in the copy.
    await this.#check();
    if (!this.#linked) await this.#linkNewest();
    await publishSets(join(this.#parts.root, "blobs"), this.#folder, batch);
  }

  async flush(): Promise<void> {
    await this.#check();
    await this.#parts.log.flush();
    await this.#check();
  }

  async putPrivate(key: string, value: string): Promise<void> {
    await this.#check();
    const path = this.#privateFile(key);
    await losing("a private record cannot be written", async () => {
      await createFolder(dirname(path), 0o700);
      await writeDurably(path, value, 0o600);
    });
  }

  async getPrivate(key: string): Promise<string | undefined> {
    await this.#check();
    try {
      return await readRecord(this.#privateFile(key));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      if (error instanceof NotARecord) throw new StoreLost(error.message, { cause: error });
      throw error;
    }
  }

  transcribe(attempt: string): Transcript {
    return new TranscriptFile(this.#folder, `attempts/${fileNameOf(attempt)}.jsonl`);
  }

  async release(): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const { log, execution, workspace } = this.#parts;
    // A disk that fails one of them must not keep the others held for as long as this process lives.
    const ends = await Promise.allSettled([log.close(), execution.release(), workspace.release()]);
    for (const end of ends) if (end.status === "rejected") throw end.reason;
  }

  async discard(): Promise<void> {
    await this.#check();
    invariant(this.#parts.log.isEmpty, "an execution with a log cannot be discarded");
    this.#over = true;
    await this.#parts.log.close();
    await rm(this.#folder, { recursive: true, force: true });
    const run = dirname(this.#folder);
    await syncFolder(run);
    await rmdir(run).catch((error: unknown) => {
      if (errorCode(error) !== "ENOTEMPTY") throw error;
    });
    await this.#parts.workspace.release();
  }

  async #check(): Promise<void> {
    if (this.#over) throw new Fenced(`the claim of execution ${this.id.execution} was given up`);
    try {
      await this.#parts.execution.check();
    } catch (error) {
      // Nothing is ever written again under this claim.
      if (error instanceof Fenced) await this.#parts.log.close();
      throw error;
    }
  }

  #privateFile(key: string): string {
    return join(this.#folder, "private", createHash("sha256").update(key).digest("hex"));
  }

  /** Points `session.jsonl` at this log; it is for people and tools, so whatever keeps it from being made is no reason to stop. */
  async #linkNewest(): Promise<void> {
    this.#linked = true;
    const { root } = this.#parts;
    const temporary = temporaryName(join(root, ".session"));
    try {
      await symlink(relative(root, join(this.#folder, "session.jsonl")), temporary);
      await rename(temporary, join(root, "session.jsonl"));
    } catch {
      await rm(temporary, { force: true }).catch(() => undefined);
    }
  }
}
