/**
 * `npm test`: installs the packages when needed, then runs vitest; arguments pass through (`npm test -- packages/core`).
 *
 * Tests import every package from its sources, so nothing is built here.
 */
import { ensureInstalled, requireGit, requireNode, run, say } from "./workspace.mjs";

const args = process.argv.slice(2);

requireNode();
requireGit();
await ensureInstalled();
say(["running the tests (vitest run", ...args].join(" ").concat(")"));
process.exitCode = await run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...args]);
