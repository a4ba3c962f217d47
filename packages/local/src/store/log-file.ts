/**
 * The log of one execution as its owner writes it: a batch is one write, syncs are shared by everybody who waits, and a
 * write that failed ends the log for good, since nobody knows what reached the disk.
 */
import { type FileHandle, open } from "node:fs/promises";
import { type LogLine, StoreLost } from "@crucible/core";
import { reasonOf } from "../files/error-code.js";
import { writePiece } from "../files/pieces.js";

export class LogFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #length: number;
  #written = 0;
  #durable = 0;
  #lost: StoreLost | undefined;
  #writing: Promise<void> = Promise.resolve();
  #syncing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle, length: number) {
    this.#path = path;
    this.#file = file;
    this.#length = length;
  }

  /** Opens a log that ends between two batches. */
  static async open(path: string): Promise<LogFile> {
    const file = await open(path, "a");
    return new LogFile(path, file, (await file.stat()).size);
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Appends a batch after those before it. Rejects with {@link StoreLost}. */
  append(batch: readonly LogLine[]): Promise<void> {
    const bytes = new TextEncoder().encode(
      batch.map((line) => `${JSON.stringify(line)}\n`).join(""),
    );
    const written = this.#writing.then(() => this.#write(bytes));
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Resolves once everything appended so far is on the disk. Rejects with {@link StoreLost}. */
  async flush(): Promise<void> {
    await this.#writing;
    const due = this.#written;
    while (this.#durable < due) {
      if (this.#lost !== undefined) throw this.#lost;
      this.#syncing ??= this.#sync();
      await this.#syncing;
    }
  }

  /** Safe to repeat; what is appended afterwards is refused. */
  async close(): Promise<void> {
    await this.#writing;
    await this.#syncing?.catch(() => undefined);
    this.#lost ??= new StoreLost("the log was closed");
    this.#closing ??= this.#file.close();
    await this.#closing;
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      await writePiece(this.#file, bytes);
    } catch (error) {
      this.#lost = lost(this.#path, error);
      // Best effort: readers drop an incomplete batch anyway.
      await this.#file.truncate(this.#length).catch(() => undefined);
      throw this.#lost;
    }
    this.#length += bytes.length;
    this.#written += 1;
  }

  async #sync(): Promise<void> {
    const covered = this.#written;
    try {
      await this.#file.datasync();
      this.#durable = covered;
    } catch (error) {
      // After a failed sync the kernel may have dropped the pages: a second one would lie.
      this.#lost = lost(this.#path, error);
      throw this.#lost;
    } finally {
      this.#syncing = undefined;
    }
  }
}

function lost(path: string, error: unknown): StoreLost {
  return new StoreLost(`the log ${path} cannot be written: ${reasonOf(error)}`, { cause: error });
}
