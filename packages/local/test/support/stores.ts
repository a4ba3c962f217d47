/** Headers, lines and owners for tests of the file store. */
import type { ExecutionHeader, JsonObject, LogLine } from "@crucible/core";
import type { OwnerIdentity, OwnerState, OwnerSystem } from "../../src/identity/owner.js";

export const RUN = { run: "run-1", execution: "exec-1" } as const;

export function header(change: Partial<ExecutionHeader> = {}): ExecutionHeader {
  return {
    v: 1,
    ...RUN,
    started_at: "2026-01-31T09:45:00.000Z",
    plan_digest: `sha256:${"0".repeat(64)}`,
    plan: {},
    launch: {
      ceilings: { costNano: 1, wallMs: 1 },
      width: 1,
      capabilities: [],
      captureBytesMax: 1,
    },
    pack_digest: "tree1:0",
    pack: [],
    engine: "test",
    settings: {},
    workspace: {} as JsonObject,
    ...change,
  };
}

export function line(seq: number, change: Partial<LogLine> = {}): LogLine {
  return {
    v: 1,
    seq,
    ts: "2026-01-31T09:45:00.000Z",
    ms: seq,
    kind: "heartbeat",
    ...change,
  } as LogLine;
}

/** Engines on one machine as far as ownership sees them: each has a name for a number, and can die. */
export class PretendedOwners {
  readonly #states = new Map<number, OwnerState>();

  /** What the engine with this number sees. */
  engine(pid: number): OwnerSystem {
    this.#states.set(pid, "alive");
    const self: OwnerIdentity = {
      host: "h",
      machine: "m",
      boot: "b",
      namespace: "n",
      pid,
      started: "1",
    };
    return {
      self: () => self,
      stateOf: (owner) => this.#states.get(owner.pid) ?? "dead",
      isStopped: () => false,
    };
  }

  become(pid: number, state: OwnerState): void {
    this.#states.set(pid, state);
  }
}
