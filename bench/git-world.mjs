/**
 * The whole path on one machine: a git workspace of 200 files, real processes, log and blobs in files. A chain changes
 * a file and commits at every step; a wide plan gives every task a fork. `node bench/git-world.mjs git <chain|wide> <tasks>`.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { localHost } from "@crucible/local";
import { memoryPack } from "@crucible/testing";
import { measure, wanted } from "./measure.mjs";
import { planOfNothing } from "./plans.mjs";

const FILES = 200;
const { isChain, tasks } = wanted();
const packFolder = mkdtempSync(join(tmpdir(), "crucible-git-"));
const pack = memoryPack(
  Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [
      `src/folder-${index % 20}/file-${index}.txt`,
      `${"a line of a file\n".repeat(40)}${index}\n`,
    ]),
  ),
);

await measure(
  tasks,
  () => ({
    plan: planOfNothing(tasks, isChain, isChain ? "echo more >> src/folder-0/file-0.txt" : "true"),
    host: localHost({ packFolder }),
  }),
  async ({ plan, host }) => {
    const launch = { maxCostUsd: 1, maxTimeMs: 3_600_000, width: 8 };
    const workspace = { workspace: { inject: [...pack.files.keys()].map(thawed) } };
    const run = await host.engine.start(plan, launch, { pack, workspace });
    const result = await run.result();
    const log = join(host.stateFolder, "runs", run.id, run.execution, "session.jsonl");
    const ran = result.tasks.filter((task) => task.status === "pass").length;
    return { ran, logBytes: statSync(log).size };
  },
);
rmSync(packFolder, { recursive: true });

/** A file of the pack that tasks may change. @param {string} path */
function thawed(path) {
  return { kind: "file", source: path, destination: path, frozen: false };
}
