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
    this.id = { run: execution.header.run, execution: execution.header.execution };
    this.#disk = disk;
    this.#execution = execution;
    this.#faults = faults;
    this.#epoch = execution.epoch;
  }

  async append(batch: readonly LogLine[]): Promise<void> {
    const entering = this.#faults.reach("store.append");
    if (entering) await entering;
    this.#refuseOther();
    for (const line of batch) this.#execution.lines.push(JSON.stringify(line));
    const leaving = this.#faults.reach("store.append done");
    if (leaving) await leaving;
  }

  async flush(): Promise<void> {
    const entering = this.#faults.reach("store.flush");
    if (entering) await entering;
    this.#refuseOther();
    this.#execution.durable = this.#execution.lines.length;
    const leaving = this.#faults.reach("store.flush done");
    if (leaving) await leaving;
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
