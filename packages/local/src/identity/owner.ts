/**
 * Who holds something on this machine, and whether that owner is still alive. A process number alone says little, since
 * numbers are used again: the start time, the process namespace and the boot belong to it.
 */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { parseStat } from "../process/proc-table.js";

export interface OwnerIdentity {
  readonly host: string;
  /** Identity of the installed system; empty where there is none. */
  readonly machine: string;
  /** Identity of this boot; empty where there is none. */
  readonly boot: string;
  /** The process namespace, in which the number is meant; empty where there is none. */
  readonly namespace: string;
  readonly pid: number;
  /** When the process started, in the system's own words. */
  readonly started: string;
}

/** `unknown`: it lives in another namespace or on another host, and cannot be looked at from here. */
export type OwnerState = "alive" | "dead" | "unknown";

/** How owners are told apart; tests bring their own. */
export interface OwnerSystem {
  self(): OwnerIdentity;
  stateOf(owner: OwnerIdentity): OwnerState;
  /** Whether one that is alive was stopped by a signal, so that it answers nothing until it is told to go on. */
  isStopped(owner: OwnerIdentity): boolean;
}

/** Owners are processes of this machine. */
export function processOwners(): OwnerSystem {
  const self = Object.freeze({
    host: hostname(),
    machine: readOrEmpty("/etc/machine-id"),
    boot: readOrEmpty("/proc/sys/kernel/random/boot_id"),
    namespace: linkOrEmpty("/proc/self/ns/pid"),
    pid: process.pid,
    started: startOf(process.pid) ?? "",
  });
  return {
    self: () => self,
    stateOf: (owner) => stateFrom(self, owner),
    isStopped: ({ pid }) => /\) [Tt] [^)]*$/.test(readOrEmpty(`/proc/${pid}/stat`)),
  };
}

function stateFrom(self: OwnerIdentity, owner: OwnerIdentity): OwnerState {
  if (owner.host !== self.host || owner.machine !== self.machine) return "unknown";
  // The same system after another boot: nothing of the earlier one runs any more.
  if (owner.boot !== self.boot) return "dead";
  if (owner.namespace !== self.namespace) return "unknown";
  if (owner.boot === "") return signalState(owner.pid);
  return startOf(owner.pid) === owner.started ? "alive" : "dead";
}

/** Without `/proc` a number that is taken counts as the owner: refusing is the safe mistake. */
function signalState(pid: number): OwnerState {
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH" ? "dead" : "alive";
  }
}

/** A stopped process is alive; one that ended and was not collected is not. */
function startOf(pid: number): string | undefined {
  return parseStat(readOrEmpty(`/proc/${pid}/stat`))?.started;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return "";
  }
}

function linkOrEmpty(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}
