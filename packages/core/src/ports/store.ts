/**
 * Store: what outlives the engine. Logs of executions with one owner at a time, blobs by digest, private ledgers, and
 * requests that other processes leave for a running engine.
 */
import type { LogLine } from "../log/entry.js";
import type { ExecutionHeader } from "../log/header.js";

export interface ExecutionId {
  readonly run: string;
  readonly execution: string;
}

export interface Store {
  /** Creates an execution with its header, durable on return, and claims it. Rejects with {@link ClaimRefused}. */
  create(header: ExecutionHeader): Promise<Claim>;
  /** Takes over an execution that nobody alive owns. Rejects with {@link ClaimRefused}. */
  claim(id: ExecutionId): Promise<Claim>;
  header(id: ExecutionId): Promise<ExecutionHeader>;
  /** Whole batches from a line on, as far as they are written. Rejects with {@link LogDamaged} on a damaged line that is not the torn end. */
  read(id: ExecutionId, from: number): Promise<readonly LogLine[]>;
  /** All executions, oldest first. */
  list(): Promise<readonly ExecutionSummary[]>;
  readonly blobs: Blobs;
  readonly requests: Requests;
}

/** Ownership of one execution. Every operation rejects with {@link Fenced} once it is lost. */
export interface Claim {
  readonly id: ExecutionId;
  /** Appends one whole batch or several as one write; a torn write leaves whole batches. */
  append(batch: readonly LogLine[]): Promise<void>;
  /** Resolves once everything appended so far is durable. */
  flush(): Promise<void>;
  /** A small private record of this execution, such as a conversation's cursor; never part of the log. */
  putPrivate(key: string, value: string): Promise<void>;
  getPrivate(key: string): Promise<string | undefined>;
  /** Begins the transcript of an attempt, for people: beside the log, readable by its owner alone, never part of it. A store without it keeps none. */
  transcribe?(attempt: string): Transcript;
  /** Gives the ownership up. */
  release(): Promise<void>;
  /** Removes an execution to which nothing was ever appended, as if it had never been created, and gives the ownership up. */
  discard(): Promise<void>;
}

/** What an attempt said and did, a line of JSON each. Whoever writes it has masked it. */
export interface Transcript {
  /** Adds a line, given without its newline; never throws and is never waited for. */
  add(line: string): void;
  /** Resolves once everything is written; `undefined` when it could not be, which is no reason to stop a run. */
  end(): Promise<TranscriptRef | undefined>;
}

export interface TranscriptRef {
  /** Relative to the execution. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  readonly digest: string;
}

export interface ExecutionSummary extends ExecutionId {
  readonly startedAt: string;
  /** Whether an owner that is alive holds it. */
  readonly owned: boolean;
  /** That owner in words, and what can be done when it does not answer. */
  readonly owner?: string;
}

export interface Blobs {
  /** Keeps the bytes under their digest, durable on return. Rejects with {@link BlobTooLarge}; then nothing is kept. */
  put(content: AsyncIterable<Uint8Array>, bytesMax: number): Promise<BlobRef>;
  /** `undefined` when the blob is not there. */
  get(digest: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

export interface BlobRef {
  readonly digest: string;
  readonly size: number;
}

/** What another process asks of a running engine. */
export type EngineRequest =
  | { readonly kind: "halt" }
  | { readonly kind: "stop"; readonly reason: string };

export interface Requests {
  post(id: ExecutionId, request: EngineRequest): Promise<void>;
  /** Takes the requests left so far, oldest first. */
  take(id: ExecutionId): Promise<readonly EngineRequest[]>;
}

/** The execution has another owner, or its workspace another live run; the message names it. */
export class ClaimRefused extends Error {
  override readonly name = "ClaimRefused";
}

/** The claim was lost to another engine: nothing more may be done in its name. */
export class Fenced extends Error {
  override readonly name = "Fenced";
}

/** The store cannot be written or read any more (disk full, read-only). */
export class StoreLost extends Error {
  override readonly name = "StoreLost";
}

/** A line in the middle of a log cannot be read; the message names it. */
export class LogDamaged extends Error {
  override readonly name = "LogDamaged";
}

/** More bytes than the caller allowed. */
export class BlobTooLarge extends Error {
  override readonly name = "BlobTooLarge";
}
