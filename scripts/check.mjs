/**
 * `npm run check`: everything about the sources that is not a test. Every step runs, also after a failure, so that one
 * run tells all; the last line counts them.
 *
 * `--report <file>` writes `{ passed, failed }` there as JSON for a caller that adds up totals.
 */
import { writeFileSync } from "node:fs";
import { ensureInstalled, npm, requireGit, requireNode, say } from "./workspace.mjs";

/** npm scripts of the root, cheapest first; `build` comes before the steps that look into `dist`. */
const steps = ["lint", "typecheck", "boundaries", "dead-code", "build", "packaging", "consumers"];

requireNode();
requireGit();
await ensureInstalled();

/** @type {string[]} */
const failed = [];
for (const step of steps) {
  say(`check: ${step} (npm run ${step})`);
  if ((await npm(["run", "--silent", step])) !== 0) failed.push(step);
}

const report = process.argv[process.argv.indexOf("--report") + 1];
if (process.argv.includes("--report") && report) {
  const counts = { passed: steps.length - failed.length, failed: failed.length };
  writeFileSync(report, JSON.stringify(counts));
}
say(`${steps.length - failed.length} of ${steps.length} checks passed`);
if (failed.length > 0) say(`failed: ${failed.join(", ")}`);
process.exitCode = failed.length > 0 ? 1 : 0;
