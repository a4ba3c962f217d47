/**
 * `npm start`: from a fresh clone to a finished run of the example playbook, ending with that run's exit code.
 *
 * The run uses the built command exactly as a user would; it needs no account, no key and no network once the packages
 * are installed.
 */
import { ensureBuilt, ensureInstalled, requireGit, requireNode, run, say } from "./workspace.mjs";

const command = [
  "packages/cli/dist/main.js",
  "plan",
  "run",
  "--manifest",
  "examples/release-notes/crucible.toml",
  "--max-cost",
  "1",
  "--max-time",
  "5m",
];

requireNode();
requireGit();
await ensureInstalled();
await ensureBuilt();
say(`running the example playbook (node ${command.join(" ")})`);
process.exitCode = await run(process.execPath, command);
