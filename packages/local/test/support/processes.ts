/** Starting processes for tests: defaults for what a test does not care about, and a look at who still runs. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Process, ProcessEnd, SpawnRequest } from "@crucible/core";
import { secretsOf } from "../../src/process/masked-output.js";
import { type LocalProcess, spawnProcess } from "../../src/process/spawn.js";

let count = 0;

/** A request for `sh -c <script>` with a plain environment. */
export function shell(script: string, request: Partial<SpawnRequest> = {}): SpawnRequest {
  return {
    attempt: "task#1",
    argv: ["sh", "-c", script],
    env: new Map([["PATH", process.env["PATH"] ?? ""]]),
    stdin: null,
    files: new Map(),
    feedback: [],
    ...request,
  };
}

export function start(
  folder: string,
  request: SpawnRequest,
  privately: string = folder,
  secrets: readonly string[] = [],
): LocalProcess {
  count += 1;
  return spawnProcess(request, {
    workspace: folder,
    privateFolder: join(privately, `.private-${count}`),
    marker: `test-${process.pid}-${count}`,
    secrets: secretsOf(secrets),
  });
}

export async function exited(running: Process): Promise<Extract<ProcessEnd, { kind: "exited" }>> {
  const end = await running.ended;
  if (end.kind !== "exited") throw new Error(`it did not start: ${end.detail}`);
  return end;
}

export async function stdoutText(running: Process): Promise<string> {
  return new TextDecoder().decode(await running.stdout(0, 1_000_000));
}

/** How many live processes have this text in their command line. */
export function runningWith(text: string): number {
  const commands = readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, "latin1")];
    } catch {
      return [];
    }
  });
  return commands.filter((command) => command.includes(text)).length;
}

/** Resolves once the condition holds; the test's own time limit ends a wait that never does. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}
