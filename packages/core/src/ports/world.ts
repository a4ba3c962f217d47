/**
 * World: where work happens. It holds workspaces and starts processes in them; a process is started in no other way, so
 * a container or a remote machine runs commands and agents alike, and ending processes exists once.
 */
import type { JsonObject } from "../json/json.js";
import type { Pack } from "../pack/pack.js";

export interface World {
  /** Capabilities that the world verified it can provide, such as `isolation.worktree`; spends nothing. */
  capabilities(): Promise<readonly string[]>;
  /** Prepares the workspace of an execution from its pristine start. Rejects with {@link WorldRefused}; then nothing was left behind. */
  open(start: WorkspaceStart): Promise<Workspace>;
}

export interface WorkspaceStart {
  readonly run: string;
  readonly execution: string;
  readonly pack: Pack;
  /** The world's own settings, taken from the manifest's tables; recorded in the run header. */
  readonly settings: JsonObject;
  /** On a resume or a rerun: the start that must be met again, as `Workspace.base` gave it. */
  readonly base?: string;
  /** On a resume: declared files of settled passing tasks, in settle order (the later one wins), part of the first settled state. */
  readonly restore?: readonly StagedFile[];
  /** On a rerun: commits of the reused tasks, made by another execution, to be replayed in this order. Rejects when one cannot be. */
  readonly replay?: {
    readonly run: string;
    readonly execution: string;
    readonly commits: readonly string[];
  };
}

/** A precondition that does not hold, in words for the operator. */
export class WorldRefused extends Error {
  override readonly name = "WorldRefused";
}

/** What may be told to end; the signal is made when it is asked for. */
export interface Abortable {
  readonly signal: AbortSignal;
}

/** One workspace: the shared one of an execution, or a private fork of it. */
export interface Workspace {
  /** Where it is, for people. */
  readonly location: string;
  /** Identity of the pristine start, such as a commit. */
  readonly base: string;
  /** Starts a process with the workspace as its current folder. Never rejects: a failure to start is an end. */
  spawn(request: SpawnRequest): Process;
  /** A private copy of the last settled state, whatever runs in this workspace meanwhile; never called during a `settle`. */
  fork(attempt: string): Promise<Workspace>;
  /** Readies the workspace for one attempt: restores frozen files and rebuilds `inputs/` with exactly these sets, read-only. */
  stage(sets: readonly StagedSet[]): Promise<void>;
  /** A content identity a path, `null` where there is no regular file; to tell what an attempt changed. */
  fingerprint(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** Reads one declared file of the workspace without leaving it; `remove` takes away whatever stands there, also when it is refused. */
  capture(path: string, options: CaptureOptions): Promise<Capture>;
  /** Records the workspace as a commit without publishing it, `inputs/` left out, also when nothing changed: one commit a passing task. Gives its identity. Gives up, and rejects, once the attempt it is for is aborted: a task may leave more than can be recorded in the time of a run. */
  commit(label: string, attempt?: Abortable): Promise<string>;
  /** Publishes a commit as the new settled state, or goes back to the last settled state (`null`): every change is gone. */
  settle(commit: string | null): Promise<void>;
  /** Gives the workspace up; a fork is deleted, the shared one stays for people to look at. */
  close(): Promise<void>;
}

/** Files of one producer, placed under `inputs/<directory>/`. */
export interface StagedSet {
  readonly directory: string;
  readonly files: readonly StagedFile[];
}

export interface StagedFile {
  readonly path: string;
  readonly executable: boolean;
  readonly content: () => AsyncIterable<Uint8Array>;
}

export interface CaptureOptions {
  /** More bytes than this are refused, not cut. */
  readonly bytesMax: number;
  readonly remove?: boolean;
}

export type Capture =
  | {
      readonly kind: "file";
      readonly executable: boolean;
      readonly content: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: "absent" }
  /** More bytes than the caller allowed. */
  | { readonly kind: "too_large" }
  /** Not a regular file, a link on the way, more than one name: `problem` completes `declared file "p" …`. */
  | { readonly kind: "refused"; readonly problem: string };

export interface SpawnRequest {
  /** Identity of the attempt; everything the process starts is found again by it. */
  readonly attempt: string;
  readonly argv: readonly [string, ...string[]];
  /** The complete environment; nothing is inherited. */
  readonly env: ReadonlyMap<string, string>;
  /** Written to standard input, which is then closed; `null` gives an empty input. */
  readonly stdin: Uint8Array | null;
  /** Private files outside the workspace: variable name to content; the variable holds the path. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Variables that each name an empty private file which the process may append to. */
  readonly feedback: readonly string[];
  /** A private folder outside the workspace in which the process keeps what is its own, such as a conversation. */
  readonly home?: ProcessHome;
  /** How it is asked to end before it is ended, where it has something to say at its end; a world may leave the asking out. */
  readonly notice?: EndNotice;
}

/** A signal to the process alone, and how long it may take to end by itself then. */
export interface EndNotice {
  readonly signal: "SIGINT" | "SIGTERM";
  readonly graceMs: number;
}

export interface ProcessHome {
  /** The variable that holds its path. */
  readonly variable: string;
  /** Processes with the same name have it at the same path, one after another; without a name it goes with its process. */
  readonly name?: string;
  /** What `Process.keepHome` once said, whatever was left there since; an empty folder without it. The start fails when it is not there any more. */
  readonly from?: string;
}

export interface Process {
  /** Settles once the process and everything that it started have ended. Never rejects. */
  readonly ended: Promise<ProcessEnd>;
  /** Ends the process and everything that it started; may be called at any time, more than once. */
  kill(): Promise<void>;
  /** Standard output from a byte offset on, at most `bytesMax` bytes of it. */
  stdout(from: number, bytesMax: number): Promise<Uint8Array>;
  /** What was appended to a feedback file, from a byte offset on, at most 1 MiB of it; rejects when it is no regular file any more. */
  feedback(variable: string, from: number): Promise<Uint8Array>;
  /** Keeps the home as the ended process left it; gives its identity, for a later process of the run. Rejects without a named home; absent in a world that has none. */
  keepHome?(): Promise<string>;
  /** The end of the newest file below a folder of its home whose name ends so, also while it runs; empty when there is none. */
  readHome?(folder: string, ending: string, bytesMax: number): Promise<Uint8Array>;
}

export type ProcessEnd =
  | {
      readonly kind: "exited";
      /** `null` when a signal ended it. */
      readonly exitCode: number | null;
      readonly signal: string | null;
      readonly stdoutBytes: number;
      /** The end of standard error, decoded, bounded. */
      readonly stderrTail: string;
      /** Descriptions of processes that it left running: those that were ended after it, and those that could not be. */
      readonly survivors: readonly string[];
    }
  | { readonly kind: "spawn_failed"; readonly detail: string };
