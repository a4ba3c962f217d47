/**
 * The command from a cold start on a workflow of five kilobytes, as often as is wanted, each time as a process of its own:
 * `node bench/cold.mjs <floor|compile|show|check> once <processes>`. `floor` is Node doing nothing. The time is that of all
 * of them together; nothing is kept from one to the next but what the system has read from the disk.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { rootFolder } from "../scripts/workspace.mjs";
import { measure, wanted } from "./measure.mjs";

const main = join(rootFolder, "packages/cli/dist/main.js");

/** @type {ReadonlyMap<string, readonly string[]>} */
const PROGRAMS = new Map([
  ["floor", ["-e", "0"]],
  ["compile", [main, "plan", "compile-workflow"]],
  ["show", [main, "plan", "show"]],
  ["check", [main, "check"]],
]);

const { variant, tasks } = wanted();
const words = PROGRAMS.get(variant);
if (words === undefined) throw new Error(`there is no variant ${variant}`);
begin(words);

await measure(
  tasks,
  () => undefined,
  async () => {
    for (let count = 0; count < tasks; count++) begin(words);
    return { ran: tasks };
  },
);

/** @param {readonly string[]} args */
function begin(args) {
  const child = spawnSync(process.execPath, args, {
    cwd: join(rootFolder, "bench/cold"),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (child.status !== 0) throw new Error(child.stderr);
}
