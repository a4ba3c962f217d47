/**
 * The process runner by itself, eight at once, beside bare process groups: what it adds is a file of inputs, output kept in
 * a file, and the certainty that nothing of it still runs. Both are started by the same program, since starting a process
 * takes longer the more memory its parent holds, and with the same options. `node bench/processes.mjs <bare|runner> wide <tasks>`.
 */
import { spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitWorld } from "@crucible/local";
import { memoryPack } from "@crucible/testing";
import { measure, wanted } from "./measure.mjs";

const WIDTH = 8;
const COMMAND = /** @type {const} */ (["sh", "-c", "true"]);
const INPUTS = new TextEncoder().encode('{"params":{}}');
const { variant, tasks } = wanted();
const packFolder = mkdtempSync(join(tmpdir(), "crucible-processes-"));
const output = openSync(join(packFolder, "output"), "w");
const environment = { PATH: process.env["PATH"] ?? "" };

await measure(
  tasks,
  () =>
    gitWorld({ packFolder }).open({
      run: "run",
      execution: "execution",
      pack: memoryPack({}),
      settings: {},
    }),
  async (workspace) => {
    let begun = 0;
    let ran = 0;
    const worker = async () => {
      while (begun < tasks) {
        const attempt = `attempt-${begun++}`;
        const isDone = variant === "bare" ? await bare() : await kept(workspace, attempt);
        if (isDone) ran++;
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    return { ran };
  },
);
closeSync(output);
rmSync(packFolder, { recursive: true });

/** @param {import("@crucible/core").Workspace} workspace @param {string} attempt */
async function kept(workspace, attempt) {
  const env = new Map(Object.entries(environment));
  const files = new Map([["CRUCIBLE_INPUTS_FILE", INPUTS]]);
  const request = { attempt, argv: COMMAND, env, stdin: null, files, feedback: [] };
  const end = await workspace.spawn(request).ended;
  return end.kind === "exited" && end.exitCode === 0;
}

/** A program in a process group of its own, its output in a file that all share, the end of its errors read. */
function bare() {
  return new Promise((resolve, reject) => {
    const [command, ...args] = COMMAND;
    const stdio = /** @type {import("node:child_process").StdioOptions} */ ([
      "ignore",
      output,
      "pipe",
    ]);
    const child = spawn(command, args, { env: environment, detached: true, stdio });
    child.stderr?.on("data", () => undefined);
    child.once("error", reject);
    child.once("close", (code) => resolve(code === 0));
  });
}
