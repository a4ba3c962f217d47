/**
 * Who runs on this machine, as far as ending an attempt needs it: parents, groups, sessions, start times and a marker
 * in the environment. Linux is read from `/proc`. Elsewhere `ps` gives the tree and, for one's own processes on macOS,
 * the environment; what it does not show is not found, which is the weaker promise there.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { errorCode } from "../files/error-code.js";

export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Tells a process from a later one with the same number. */
  readonly started: string;
  readonly command: string;
}

export interface ProcessTable {
  /** Every process that runs but for these numbers. Numbers that nobody needs to look at again, such as those of processes that ended and were not collected yet, are added to them. */
  list(except: Set<number>): Promise<readonly RunningProcess[]>;
  /**
   * Whether the process was started with this variable, its value equal to or, after a final `/`, beginning with the
   * given one. `unknown` while nothing can be read, as of one that is just being started.
   */
  carries(process: RunningProcess, variable: string, value: string): Promise<Carries> | Carries;
  /** Whether the number still stands for that very process. */
  isRunning(process: RunningProcess): boolean;
}

type Carries = "yes" | "no" | "unknown";

/** The table of this machine. */
export function processTable(): ProcessTable {
  return process.platform === "linux" ? procTable : psTable;
}

/** `/proc` entries are read so many at a time: enough to be quick, few enough to leave the thread pool to others. */
const READS_AT_ONCE = 32;

const procTable: ProcessTable = Object.freeze({
  list: async (except: Set<number>) => {
    const names = readdirSync("/proc");
    const pids = names.filter((name) => /^\d+$/.test(name) && !except.has(Number(name)));
    // A few are read on the spot: by the time that others had their turn, a short-lived process would be gone.
    const found = pids.length <= READS_AT_ONCE ? pids.map(statOf) : await statsOf(pids);
    pids.forEach((pid, index) => {
      if (found[index] === undefined) except.add(Number(pid));
    });
    return found.filter((one) => one !== undefined);
  },
  carries: (one: RunningProcess, variable: string, value: string) => {
    const environment = environmentOf(one.pid);
    if (environment === undefined) return "no";
    if (environment === "") return isYoung(one) ? "unknown" : "no";
    const end = value.endsWith("/") ? "" : "\0";
    return `\0${environment}`.includes(`\0${variable}=${value}${end}`) ? "yes" : "no";
  },
  isRunning: (one: RunningProcess) => statOf(one.pid)?.started === one.started,
});

/** Many are read in turns, so that the rest of the program has its own in between. */
async function statsOf(pids: readonly string[]): Promise<readonly (RunningProcess | undefined)[]> {
  const found: (RunningProcess | undefined)[] = [];
  for (let from = 0; from < pids.length; from += READS_AT_ONCE) {
    const slice = pids.slice(from, from + READS_AT_ONCE);
    const texts = await Promise.all(slice.map((pid) => readOrEmpty(`/proc/${pid}/stat`)));
    found.push(...texts.map(parseStat));
  }
  return found;
}

function statOf(pid: number | string): RunningProcess | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, "latin1"));
  } catch {
    return undefined;
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

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "latin1");
  } catch {
    return "";
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

const runFile = promisify(execFile);

const psTable: ProcessTable = Object.freeze({
  list: async (except: Set<number>) => {
    const { stdout } = await runFile("ps", ["-axo", "pid=,ppid=,pgid=,sess=,stat=,lstart=,comm="], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const listed = stdout.split("\n").flatMap((line) => parsePsLine(line) ?? []);
    return listed.filter(({ pid }) => !except.has(pid));
  },
  carries: async (one: RunningProcess, variable: string, value: string) => {
    try {
      const { stdout } = await runFile("ps", ["-Eww", "-o", "command=", "-p", String(one.pid)]);
      const text = `${variable}=${value}`;
      const words = stdout.split(/\s/);
      const isMarked = value.endsWith("/")
        ? words.some((word) => word.startsWith(text))
        : words.includes(text);
      return isMarked ? "yes" : "no";
    } catch {
      return "unknown";
    }
  },
  isRunning: (one: RunningProcess) => {
    try {
      process.kill(one.pid, 0);
      return true;
    } catch {
      return false;
    }
  },
});

/** One line of `ps`: four numbers, the state, a start time of five words, the command. */
export function parsePsLine(line: string): RunningProcess | undefined {
  const words = line.trim().split(/\s+/);
  if (words.length < 11 || words[4]?.startsWith("Z")) return undefined;
  return {
    pid: Number(words[0]),
    parent: Number(words[1]),
    group: Number(words[2]),
    session: Number.parseInt(words[3] ?? "0", 10) || 0,
    started: words.slice(5, 10).join(" "),
    command: words.slice(10).join(" "),
  };
}
