/** The built command as a process, killed at an instant or run to its end. */
import { spawn } from "node:child_process";
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

/** Runs `crucible …`; with an instant, it is killed that many milliseconds after its start unless it ended before. */
export async function crucible(
  args: readonly string[],
  folder: string,
  killAtMs?: number,
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
  const timer =
    killAtMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAtMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    // Attempts that outlive the engine may hold its pipes open: its own end is what counts.
    child.once("exit", resolve);
  });
  clearTimeout(timer);
  await Promise.race([closed, delay(CLOSE_MAX_MS)]);
  child.stdout.destroy();
  child.stderr.destroy();
  return { code, stdout: stdout(), stderr: stderr(), tookMs: performance.now() - startedMs };
}

/** What a stream has given so far, whenever it is asked. */
function textOf(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return () => text;
}
