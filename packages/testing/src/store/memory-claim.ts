/** Ownership of one execution of a {@link MemoryDisk}. */
import {
  type Claim,
  digestOfText,
  type ExecutionId,
  Fenced,
  InternalError,
  type LogLine,
  type Transcript,
} from "@crucible/core";
import type { Faults } from "../faults/faults.js";
import { keyOf, type MemoryDisk, type StoredExecution } from "./memory-disk.js";

export class MemoryClaim implements Claim {
  readonly id: ExecutionId;
  readonly #disk: MemoryDisk;
  readonly #execution: StoredExecution;
  readonly #faults: Faults;
  readonly #epoch: number;

  constructor(disk: MemoryDisk, execution: StoredExecution, faults: Faults) {
    this.id = execution.id;
    this.#disk = disk;
    this.#execution = execution;
    this.#faults = faults;
    this.#epoch = execution.epoch;
  }

  append(batch: readonly LogLine[]): Promise<void> {
    return this.#faults.around("store.append", () => {
      this.#refuseOther();
      const { lines } = this.#execution;
      for (const line of batch) lines.push(JSON.stringify(line));
    });
  }

  flush(): Promise<void> {
    return this.#faults.around("store.flush", () => {
      this.#refuseOther();
      this.#execution.durable = this.#execution.lines.length;
    });
  }

  async putPrivate(key: string, value: string): Promise<void> {
    await this.#enter("putPrivate");
    this.#execution.privates.set(key, value);
  }

  async getPrivate(key: string): Promise<string | undefined> {
    await this.#enter("getPrivate");
    return this.#execution.privates.get(key);
  }

  transcribe(attempt: string): Transcript {
    const path = `attempts/${attempt}.jsonl`;
    const key = `${keyOf(this.id)}/${path}`;
    const { transcripts } = this.#disk;
    return {
      add: (line) => void transcripts.set(key, `${transcripts.get(key) ?? ""}${line}\n`),
      end: async () => {
        const text = transcripts.get(key);
        if (text === undefined) return undefined;
        return { path, size: new TextEncoder().encode(text).length, digest: digestOfText(text) };
      },
    };
  }

  async release(): Promise<void> {
    await this.#enter("release");
    this.#execution.owner = undefined;
    this.#execution.epoch++;
  }

  async discard(): Promise<void> {
    await this.#enter("discard");
    if (this.#execution.lines.length > 0) {
      throw new InternalError("an execution with a log cannot be discarded");
    }
    this.#disk.executions.delete(keyOf(this.id));
    this.#execution.epoch++;
  }

  async #enter(operation: string): Promise<void> {
    await this.#faults.reach(`store.${operation}`);
    this.#refuseOther();
  }

  #refuseOther(): void {
    if (this.#execution.epoch !== this.#epoch) {
      throw new Fenced(`execution ${keyOf(this.id)} has another owner`);
    }
  }
}
