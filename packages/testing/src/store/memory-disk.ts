/**
 * What survives an engine: the bytes behind a {@link MemoryStore}. Several stores over one disk are several processes over
 * one folder. Logs and headers are kept as text, so that whatever a file cannot hold is lost here too.
 */
import type { BlobRef, EngineRequest, ExecutionHeader, ExecutionId, LogLine } from "@crucible/core";

export interface StoredExecution {
  readonly id: ExecutionId;
  /** The header as text; {@link headerOf} reads it. */
  header: string;
  readonly order: number;
  /** Lines of text, as appended. */
  lines: string[];
  /** How many of them a crash of the machine leaves. */
  durable: number;
  /** Raised whenever the owner changes; an append in the name of an older one is refused. */
  epoch: number;
  /** Who owns it, for messages; `undefined` when nobody alive does. */
  owner: string | undefined;
  readonly privates: Map<string, string>;
  readonly requests: EngineRequest[];
}

export class MemoryDisk {
  readonly executions: Map<string, StoredExecution> = new Map();
  readonly blobs: Map<string, Uint8Array> = new Map();
  /** Whole texts, by `<run>/<execution>/<path>`. */
  readonly transcripts: Map<string, string> = new Map();
  #order = 0;

  nextOrder(): number {
    return this.#order++;
  }

  find(id: ExecutionId): StoredExecution | undefined {
    return this.executions.get(keyOf(id));
  }

  /** Every owner dies. Of the lines that were not made durable only the first `kept` survive, be a batch cut or not. */
  crash(kept: number = Number.POSITIVE_INFINITY): void {
    for (const execution of this.executions.values()) {
      const end = Math.min(execution.lines.length, execution.durable + kept);
      execution.lines = execution.lines.slice(0, end);
      execution.durable = end;
      execution.owner = undefined;
      execution.epoch++;
    }
  }

  /** Another engine takes an execution over, whoever owns it. */
  seize(id: ExecutionId, owner: string): void {
    const execution = this.find(id);
    if (execution === undefined) return;
    execution.epoch++;
    execution.owner = owner;
  }

  /** Loses the bytes of a blob. */
  lose(blob: Pick<BlobRef, "digest">): void {
    this.blobs.delete(blob.digest);
  }

  /** The log as text, one line a row. */
  text(id: ExecutionId): string {
    const execution = this.find(id);
    return execution === undefined ? "" : execution.lines.map((line) => `${line}\n`).join("");
  }

  /** All lines of a log, an incomplete last batch included. */
  log(id: ExecutionId): readonly LogLine[] {
    return (this.find(id)?.lines ?? []).map((line) => JSON.parse(line) as LogLine);
  }
}

/** A copy of its own for each that asks. */
export function headerOf({ header }: StoredExecution): ExecutionHeader {
  return JSON.parse(header) as ExecutionHeader;
}

export function keyOf(id: ExecutionId): string {
  return `${id.run}/${id.execution}`;
}
