/**
 * Runs a program to its end and keeps all that it printed. Only for programs that end by themselves, such as git;
 * attempts are run by `process/spawn.ts`, which ends whatever they started.
 */
import { spawn } from "node:child_process";

export interface ProgramCall {
  readonly cwd: string;
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly input: string | Uint8Array;
}

export interface ProgramEnd {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Rejects with the system's error when the program cannot be started. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input }: ProgramCall,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.once("error", reject);
    child.once("close", (exitCode) => {
      resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
    });
    // A program that ended early leaves a broken pipe; its exit code tells what happened.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
