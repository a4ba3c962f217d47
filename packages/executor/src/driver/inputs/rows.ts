/**
 * What settled rows gave: outputs and file sets by row name. The log holds them; this is where the driver finds them
 * again when a later task reads them.
 */
import {
  type Blobs,
  type CapturedFile,
  type JsonObject,
  type JsonValue,
  StoreLost,
  type TaskResult,
} from "@crucible/core";
import { bytesOf } from "../ports/bytes.js";
import { CanonicalTexts } from "./canonical-texts.js";

/** A row's output that the log keeps as a blob. */
interface StoredOutput {
  readonly digest: string;
}

interface RowRecord {
  readonly output: JsonValue | undefined;
  readonly stored: StoredOutput | undefined;
  readonly files: readonly CapturedFile[] | undefined;
}

export class Rows {
  readonly #blobs: Blobs;
  readonly #rows = new Map<string, RowRecord>();
  readonly #texts = new CanonicalTexts();
  /** The stored output that was read last: every item of a fan-out reads the same one. */
  #lastRead: { readonly digest: string; readonly value: JsonValue } | undefined;

  #anyStored = false;

  constructor(blobs: Blobs) {
    this.#blobs = blobs;
  }

  /** Whether any output is kept as a blob. */
  get anyStored(): boolean {
    return this.#anyStored;
  }

  record(row: TaskResult): void {
    if (row.output_blob !== undefined) this.#anyStored = true;
    this.#rows.set(row.task, { output: row.output, stored: row.output_blob, files: row.files });
  }

  /** The captured set of a row; `undefined` when it has none. */
  files(row: string): readonly CapturedFile[] | undefined {
    return this.#rows.get(row)?.files;
  }

  /** Whether the log keeps the row's output as a blob. */
  isStored(row: string): boolean {
    return this.#rows.get(row)?.stored !== undefined;
  }

  /** The output of a row whose line holds it; `undefined` when it has none, or none there. */
  inline(row: string): JsonValue | undefined {
    return this.#rows.get(row)?.output;
  }

  /** The output of a row; `undefined` when it has none. */
  async output(row: string): Promise<JsonValue | undefined> {
    const record = this.#rows.get(row);
    if (record?.stored === undefined) return record?.output;
    const { digest } = record.stored;
    if (this.#lastRead?.digest === digest) return this.#lastRead.value;
    const content = await this.#blobs.get(digest);
    if (content === undefined) throw new StoreLost(`the output of ${row} is not in the store`);
    const value = JSON.parse(new TextDecoder().decode(await bytesOf(content))) as JsonValue;
    this.#lastRead = { digest, value };
    return value;
  }

  /** Canonical JSON of an inputs object that was assembled from outputs of these rows. */
  textOf(inputs: JsonObject): string {
    return this.#texts.of(inputs);
  }
}
