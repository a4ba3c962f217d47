/**
 * Compiles a playbook from memory and runs it with a world, a harness and a store of this program's own. Nothing
 * touches a disk, a network or a process.
 */
import { compile, memoryPack } from "@crucible/compiler";
import { createEngine } from "@crucible/executor";
import { cannedHarness } from "./canned-harness.js";
import { platformClock } from "./clock.js";
import { functionWorld } from "./function-world.js";
import { memoryStore } from "./memory-store.js";
import { answer, commands, WORKFLOW } from "./playbook.js";

const pack = memoryPack({ "workflow.star": WORKFLOW });
const plan = compile(pack, { params: { topic: "frozen plans" } });
console.log(`${plan.tasks.length} tasks, ${plan.digest.slice(0, 15)}…`);

const engine = createEngine({
  store: memoryStore(),
  world: functionWorld(commands),
  clock: platformClock(),
  harnesses: { canned: cannedHarness(answer) },
});
const launch = { maxCostUsd: 1, maxTimeMs: 60_000 };
const run = await engine.start(plan, launch, {
  pack,
  // Agents answer with their last words; with a manifest they would write a result file.
  resultFile: false,
  agent: { harness: "canned" },
});

for await (const line of run.log()) {
  if (line.kind === "task_result") {
    console.log(`${line.task}: ${line.status} ${JSON.stringify(line.output ?? null)}`);
  }
}
const { verdict, reason, spentUsd } = await run.result();
console.log(`${reason}, spent $${spentUsd.toFixed(2)}, verdict ${verdict}`);
process.exitCode = verdict === "valid" ? 0 : 3;
