/**
 * One build for all end-to-end tests: these drive the command as it is shipped, so `dist` must match the sources.
 *
 * Test files run in processes of their own; the first to take the lock builds and the others wait for it. The build runs
 * in a child process because it prints, and ends its process when it fails.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../tracked-files.js";

const lock = join(root, "node_modules/.crucible-build-lock");

/** A lock older than this was left by a build that was killed. */
const LOCK_AGE_MAX_MS = 300_000;

/** Builds every package unless the builds are current. Throws with the build's output when it fails. */
export async function ensureBuilt(): Promise<void> {
  await takeLock();
  try {
    const workspace = pathToFileURL(join(root, "scripts/workspace.mjs")).href;
    const script = `import(${JSON.stringify(workspace)}).then(({ ensureBuilt }) => ensureBuilt())`;
    const build = spawnSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" });
    if (build.status !== 0) throw new Error(`the build failed\n${build.stdout}${build.stderr}`);
  } finally {
    rmdirSync(lock);
  }
}

async function takeLock(): Promise<void> {
  for (;;) {
    try {
      mkdirSync(lock);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_AGE_MAX_MS) rmdirSync(lock);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
