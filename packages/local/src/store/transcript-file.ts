/**
 * The transcript of one attempt: a file of lines that only its owner may read. It is written as the attempt goes on, in
 * order and never waited for; a disk that takes no more of it costs the transcript and not the run.
 */
import { createHash } from "node:crypto";
import { createWriteStream, type WriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Transcript, TranscriptRef } from "@crucible/core";

/** Lines that the disk has not taken yet; beyond so many bytes of them what follows is left out and said so. */
const WAITING_BYTES_MAX = 64 * 1_048_576;

export class TranscriptFile implements Transcript {
  readonly #folder: string;
  readonly #path: string;
  readonly #hash = createHash("sha256");
  #stream: Promise<WriteStream | undefined> | undefined;
  #size = 0;
  #waiting = 0;
  #left = 0;

  /** `path` is relative to the folder of the execution. */
  constructor(folder: string, path: string) {
    this.#folder = folder;
    this.#path = path;
  }

  add(line: string): void {
    const bytes = Buffer.from(`${line}\n`);
    if (this.#waiting + bytes.length > WAITING_BYTES_MAX) {
      this.#left += 1;
      return;
    }
    this.#stream ??= this.#open();
    this.#waiting += bytes.length;
    this.#size += bytes.length;
    this.#hash.update(bytes);
    void this.#stream.then((stream) => {
      if (stream === undefined) return;
      stream.write(bytes, () => {
        this.#waiting -= bytes.length;
      });
    });
  }

  async end(): Promise<TranscriptRef | undefined> {
    if (this.#left > 0) this.add(JSON.stringify({ kind: "left_out", lines: this.#left }));
    const stream = await this.#stream;
    if (stream === undefined) return undefined;
    await new Promise<void>((resolve) => stream.close(() => resolve()));
    if (stream.errored !== null) return undefined;
    return { path: this.#path, size: this.#size, digest: `sha256:${this.#hash.digest("hex")}` };
  }

  async #open(): Promise<WriteStream | undefined> {
    const path = join(this.#folder, this.#path);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rm(path, { force: true });
      const stream = createWriteStream(path, { flags: "wx", mode: 0o600 });
      // Told at the end; until then a broken stream takes what it is given and forgets it.
      stream.on("error", () => undefined);
      return stream;
    } catch {
      return undefined;
    }
  }
}
