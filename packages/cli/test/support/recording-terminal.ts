/** A terminal that keeps what it is told, for commands run inside a test. */
import pc from "picocolors";
import { runCommandLine } from "../../src/program.js";
import type { Terminal } from "../../src/terminal/terminal.js";

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in a folder, without colours. */
export async function crucible(args: readonly string[], cwd: string): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const plain = pc.createColors(false);
  const terminal: Terminal = {
    cwd,
    env: {},
    print: (text) => void out.push(`${text}\n`),
    complain: (text) => void err.push(`${text}\n`),
    colors: plain,
    errorColors: plain,
    watched: false,
    interactive: false,
    columns: 100,
    onInterrupt: () => () => {},
    exitNow: () => {},
  };
  const code = await runCommandLine(args, terminal);
  return { code, stdout: out.join(""), stderr: err.join("") };
}
