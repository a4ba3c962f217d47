/**
 * `npm run build`: JavaScript for every package, then declarations, then a mark that says when the build began. Only a build
 * that succeeded leaves the mark, so a failed one is never taken for a current one.
 */
import { linkCommands } from "./link-commands.mjs";
import { ensureInstalled, markBuilt, npm, requireNode, run, unmarkBuilt } from "./workspace.mjs";

requireNode();
await ensureInstalled();
const startedMs = Date.now();
unmarkBuilt();
const scripts = await npm(["run", "--silent", "build:js"]);
const declarations = ["node_modules/typescript/bin/tsc", "-b", "tsconfig.build.json"];
process.exitCode = scripts !== 0 ? scripts : await run(process.execPath, declarations);
if (process.exitCode === 0) {
  linkCommands();
  markBuilt(startedMs);
}
