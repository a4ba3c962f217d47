/**
 * The process runner by itself, eight at once: what it adds to a bare process group is a file of inputs, output kept in a
 * file, and the certainty that nothing of it still runs. `node bench/processes.mjs git wide <tasks>`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gitWorld } from "@crucible/local";
import { memoryPack } from "@crucible/testing";
import { measure, wanted } from "./measure.mjs";

const WIDTH = 8;
const INPUTS = new TextEncoder().encode('{"params":{}}');
const { tasks } = wanted();
const packFolder = mkdtempSync(join(tmpdir(), "crucible-processes-"));

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
        const end = await workspace.spawn(request(attempt)).ended;
        if (end.kind === "exited" && end.exitCode === 0) ran++;
      }
    };
    await Promise.all(Array.from({ length: WIDTH }, worker));
    return { ran };
  },
);
rmSync(packFolder, { recursive: true });

/** @param {string} attempt @returns {import("@crucible/core").SpawnRequest} */
function request(attempt) {
  const env = new Map([["PATH", process.env["PATH"] ?? ""]]);
  const argv = /** @type {const} */ (["sh", "-c", "true"]);
  const files = new Map([["CRUCIBLE_INPUTS_FILE", INPUTS]]);
  return { attempt, argv, env, stdin: null, files, feedback: [] };
}
