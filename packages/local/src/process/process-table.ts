/**
 * Who runs on this machine, as far as ending an attempt needs it: parents, groups, sessions, start times and a marker
 * in the environment. Linux is read from `/proc`. Elsewhere `ps` gives the tree and, for one's own processes on macOS,
 * the environment; what it does not show is not found, which is the weaker promise there.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

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
  /** Every process that runs; those that ended and were not yet collected are left out. */
  list(): Promise<readonly RunningProcess[]>;
  /** Whether the process was started with this variable, its value equal to or, after a final `/`, beginning with the given one. `false` when that cannot be read. */
  carries(process: RunningProcess, variable: string, value: string): Promise<boolean>;
  /** Whether the number still stands for that very process. */
  isRunning(process: RunningProcess): boolean;
}

/** The table of this machine. */
export function processTable(): ProcessTable {
  return process.platform === "linux" ? procTable : psTable;
}

/** `/proc` entries are read so many at a time: enough to be quick, few enough to leave the thread pool to others. */
const READS_AT_ONCE = 32;

const procTable: ProcessTable = Object.freeze({
  list: async () => {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
    const found: RunningProcess[] = [];
    for (let from = 0; from < pids.length; from += READS_AT_ONCE) {
      const slice = pids.slice(from, from + READS_AT_ONCE);
      const texts = await Promise.all(slice.map((pid) => readOrEmpty(`/proc/${pid}/stat`)));
      for (const text of texts) {
        const one = parseStat(text);
        if (one !== undefined) found.push(one);
      }
    }
    return found;
  },
  carries: async (one: RunningProcess, variable: string, value: string) => {
    const environment = await readOrEmpty(`/proc/${one.pid}/environ`);
    const end = value.endsWith("/") ? "" : "\0";
    return `\0${environment}`.includes(`\0${variable}=${value}${end}`);
  },
  isRunning: (one: RunningProcess) => {
    try {
      return parseStat(readFileSync(`/proc/${one.pid}/stat`, "latin1"))?.started === one.started;
    } catch {
      return false;
    }
  },
});

async function readOrEmpty(path: string): Promise<string> {
  try {
    return await readFile(path, "latin1");
  } catch {
    return "";
  }
}

/** One line of `/proc/<pid>/stat`; the command stands in parentheses and may hold anything, more parentheses too. */
export function parseStat(text: string): RunningProcess | undefined {
  const opening = text.indexOf("(");
  const closing = text.lastIndexOf(")");
  if (opening < 0 || closing < opening) return undefined;
  const rest = text.slice(closing + 2).split(" ");
  const [state, parent, group, session] = rest;
  // Zombies and the dead hold nothing and cannot be ended.
  if (state === "Z" || state === "X" || state === "x") return undefined;
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
  list: async () => {
    const { stdout } = await runFile("ps", ["-axo", "pid=,ppid=,pgid=,sess=,stat=,lstart=,comm="], {
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.split("\n").flatMap((line) => parsePsLine(line) ?? []);
  },
  carries: async (one: RunningProcess, variable: string, value: string) => {
    try {
      const { stdout } = await runFile("ps", ["-Eww", "-o", "command=", "-p", String(one.pid)]);
      const text = `${variable}=${value}`;
      const words = stdout.split(/\s/);
      return value.endsWith("/")
        ? words.some((word) => word.startsWith(text))
        : words.includes(text);
    } catch {
      return false;
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
