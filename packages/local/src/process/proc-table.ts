/**
 * The process table of Linux, read from `/proc` on the spot: one entry costs a few microseconds, less than handing it to
 * the thread pool would, and a look that takes no longer than a short-lived process does not miss it.
 */
import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { setImmediate as othersTurn } from "node:timers/promises";
import { errorCode } from "../files/error-code.js";
import type { Listed, MarkerReading, ProcessTable, RunningProcess } from "./process-table.js";

/** After so many entries the rest of the program has its turn. */
const READS_AT_ONCE = 512;

export const procTable: ProcessTable = Object.freeze({
  list: async (isNew: (pid: number) => boolean) => {
    const pids = readdirSync("/proc").filter(isNumber).map(Number);
    const due = pids.filter(isNew);
    const looked = new Map<number, Listed>();
    for (let from = 0; from < due.length; from += READS_AT_ONCE) {
      if (from > 0) await othersTurn();
      for (const pid of due.slice(from, from + READS_AT_ONCE)) looked.set(pid, statOf(pid));
    }
    return { pids, looked };
  },
  marker: (one: RunningProcess, variable: string): MarkerReading => {
    const environment = environmentOf(one.pid);
    if (environment === undefined) return null;
    if (environment === "") return isYoung(one) ? "unknown" : null;
    const text = `\0${environment}`;
    const start = text.indexOf(`\0${variable}=`);
    if (start < 0) return null;
    const value = text.slice(start + variable.length + 2);
    return value.slice(0, value.indexOf("\0"));
  },
  now: (one: RunningProcess) => {
    const now = statOf(one.pid);
    return typeof now === "object" && now.started === one.started ? now : undefined;
  },
});

function isNumber(name: string): boolean {
  const first = name.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

/** Longer than any entry: the command has at most 64 bytes, and there are some fifty numbers. */
const entry = Buffer.alloc(4_096);

function statOf(pid: number): Listed {
  let file: number;
  try {
    file = openSync(`/proc/${pid}/stat`, "r");
  } catch {
    return "gone";
  }
  try {
    return (
      parseStat(entry.toString("latin1", 0, readSync(file, entry, 0, entry.length, 0))) ?? "nobody"
    );
  } catch {
    return "gone";
  } finally {
    closeSync(file);
  }
}

/** While a program is being loaded its process shows no variables; longer than this that takes no program. */
const LOADING_SECONDS_MAX = 1;
/** In this unit Linux tells start times, whatever the machine. */
const TICKS_A_SECOND = 100;

function isYoung({ started }: RunningProcess): boolean {
  const [sinceBoot = 0] = readFileSync("/proc/uptime", "latin1").split(" ").map(Number);
  return sinceBoot - Number(started) / TICKS_A_SECOND < LOADING_SECONDS_MAX;
}

/** The variables that a process was started with; `undefined` when it belongs to somebody else. */
function environmentOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1");
  } catch (error) {
    return ["EACCES", "EPERM"].includes(errorCode(error)) ? undefined : "";
  }
}

/** The kernel's own threads are nobody's attempt. */
const KERNEL_THREAD = 0x0020_0000;

/** One line of `/proc/<pid>/stat`; the command stands in parentheses and may hold anything, more parentheses too. */
export function parseStat(text: string): RunningProcess | undefined {
  const opening = text.indexOf("(");
  const closing = text.lastIndexOf(")");
  if (opening < 0 || closing < opening) return undefined;
  const rest = text.slice(closing + 2).split(" ");
  const [state, parent, group, session, , , flags] = rest;
  // Zombies and the dead hold nothing and cannot be ended.
  if (state === "Z" || state === "X" || state === "x") return undefined;
  if ((Number(flags) & KERNEL_THREAD) !== 0) return undefined;
  return {
    pid: Number(text.slice(0, opening)),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: rest[19] ?? "",
    command: text.slice(opening + 1, closing),
  };
}
