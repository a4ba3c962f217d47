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
  /** Ends the program. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramEnd {
  /** `null` when a signal ended it. */
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/**
 * Rejects with the system's error when the program cannot be started. It has a session of its own: what is typed at a terminal
 * is for the engine, which ends what it started in its own order.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input, signal }: ProgramCall,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    });
    const end = (): void => void child.kill();
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, { once: true });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    child.once("error", reject);
    child.once("close", (exitCode) => {
      signal?.removeEventListener("abort", end);
      resolve({ exitCode, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr) });
    });
    // A program that ended early leaves a broken pipe; its exit code tells what happened.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
  });
}
