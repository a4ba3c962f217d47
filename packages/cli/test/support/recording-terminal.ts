/** A terminal that keeps what it is told, for commands run inside a test. */
import pc from "picocolors";
import { runCommandLine } from "../../src/program.js";
import type { Terminal } from "../../src/terminal/terminal.js";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface TerminalOptions {
  /** Somebody watches both streams. */
  readonly interactive?: boolean;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A command line under way. */
export interface Started {
  readonly ended: Promise<Ended>;
  /** What was written to standard output so far. */
  readonly stdout: () => string;
  /** Presses Ctrl+C. */
  interrupt(): void;
}

/** Runs a command line in a folder, without colours. */
export async function crucible(
  args: readonly string[],
  cwd: string,
  options: TerminalOptions = {},
): Promise<Ended> {
  return await start(args, cwd, options).ended;
}

export function start(
  args: readonly string[],
  cwd: string,
  { interactive = false, columns = 100, env = {} }: TerminalOptions = {},
): Started {
  const out: string[] = [];
  const err: string[] = [];
  const callbacks = new Set<() => void>();
  const plain = pc.createColors(false);
  const terminal: Terminal = {
    cwd,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], ...env },
    print: (text) => void out.push(`${text}\n`),
    complain: (text) => void err.push(`${text}\n`),
    colors: plain,
    errorColors: plain,
    watched: interactive,
    interactive,
    columns,
    onInterrupt: (callback) => {
      callbacks.add(callback);
      return () => void callbacks.delete(callback);
    },
    exitNow: () => {},
  };
  const ended = runCommandLine(args, terminal).then((code) => ({
    code,
    stdout: out.join(""),
    stderr: err.join(""),
  }));
  return {
    ended,
    stdout: () => out.join(""),
    interrupt: () => {
      for (const callback of callbacks) callback();
    },
  };
}
