/** The built command as a process, killed at an instant or run to its end. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { rootFolder } from "../workspace.mjs";

const ENTRY = join(rootFolder, "packages/cli/dist/main.js");

/** A process that was left behind may hold the pipes open; looking for those is another check's business. */
const CLOSE_MAX_MS = 1_000;

/** How every run is launched. */
export const LAUNCH: readonly string[] = ["plan", "run", "--max-cost", "5", "--max-time", "30m"];

export interface Ended {
  /** `null` when it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly tookMs: number;
}

/** When a process is killed. */
export interface Instant {
  /** Milliseconds after it left its first trace, or after its start when it is to be killed before that. */
  readonly afterMs: number;
  /** Whether it has left its first trace; absent, it is killed before. */
  readonly hasTrace?: () => boolean;
}

/** Runs `crucible …`; with an instant, it is killed then unless it ended before. */
export async function crucible(
  args: readonly string[],
  folder: string,
  instant?: Instant,
): Promise<Ended> {
  const { PATH, HOME, TMPDIR } = process.env;
  const env: NodeJS.ProcessEnv = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }) };
  const startedMs = performance.now();
  const child = spawn(process.execPath, [ENTRY, ...args], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = [textOf(child.stdout), textOf(child.stderr)];
  const closed = new Promise((resolve) => child.once("close", resolve));
  const running = { now: true };
  const killing = instant === undefined ? undefined : kill(child, instant, running);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // Attempts that outlive the engine may hold its pipes open: its own end is what counts.
    child.once("exit", resolve);
  });
  running.now = false;
  await killing;
  await Promise.race([closed, delay(CLOSE_MAX_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { code, stdout: stdout(), stderr: stderr(), tookMs: performance.now() - startedMs };
}

async function kill(
  child: ChildProcess,
  instant: Instant,
  running: { now: boolean },
): Promise<void> {
  const { hasTrace = () => true, afterMs } = instant;
  while (running.now && !hasTrace()) await delay(1);
  const dueMs = performance.now() + afterMs;
  // In small steps, so that nobody waits for a process that has ended.
  for (let leftMs = afterMs; running.now && leftMs > 0; leftMs = dueMs - performance.now()) {
    await delay(Math.min(leftMs, 20));
  }
  if (running.now) child.kill("SIGKILL");
}

/** What a stream has given so far, whenever it is asked. */
function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}
