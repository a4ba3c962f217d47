/**
 * The process table of systems without `/proc`, told by `ps`: the tree, and on macOS the environment of one's own
 * processes. What `ps` does not show is not found, which is the weaker promise there.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { ProcessTable, RunningProcess } from "./process-table.js";

const runFile = promisify(execFile);

export const psTable: ProcessTable = Object.freeze({
  list: async () => {
    const { stdout } = await runFile("ps", ["-axo", "pid=,ppid=,pgid=,sess=,stat=,lstart=,comm="], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const listed = stdout.split("\n").flatMap((line) => parsePsLine(line) ?? []);
    return {
      pids: listed.map(({ pid }) => pid),
      looked: new Map(listed.map((one) => [one.pid, one])),
    };
  },
  marker: async (one: RunningProcess, variable: string) => {
    try {
      const { stdout } = await runFile("ps", ["-Eww", "-o", "command=", "-p", String(one.pid)]);
      const found = stdout.split(/\s/).find((word) => word.startsWith(`${variable}=`));
      return found?.slice(variable.length + 1) ?? null;
    } catch {
      return "unknown";
    }
  },
  now: (one: RunningProcess) => {
    try {
      process.kill(one.pid, 0);
      return one;
    } catch {
      return undefined;
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
