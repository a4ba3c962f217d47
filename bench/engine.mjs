/**
 * The engine over ports in memory, or with its log in files: `node bench/engine.mjs <memory|warm|file>
 * <chain|wide|fan-out> <tasks>`. Programs are functions that return at once, so what is left is the engine's own work. `warm` measures a
 * second run, whose code is compiled already.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "@crucible/executor";
import { fileStore, systemClock } from "@crucible/local";
import { MemoryStore, MemoryWorld, memoryPack, printing, shell } from "@crucible/testing";
import { measure, wanted } from "./measure.mjs";
import { LIST_COMMAND, planOfFanOut, planOfNothing } from "./plans.mjs";

const { variant, shape, isChain, tasks } = wanted();
const folder = mkdtempSync(join(tmpdir(), "crucible-bench-"));
const memory = new MemoryStore();
const clock = systemClock();
const items = Array.from({ length: tasks }, (_, index) => `item-${index}`);
const programs = shell({ true: () => 0, [LIST_COMMAND]: printing({ items }) });

if (variant === "warm") await runAll(prepared());
await measure(tasks, prepared, runAll);
rmSync(folder, { recursive: true });

function prepared() {
  return {
    plan: shape === "fan-out" ? planOfFanOut(tasks) : planOfNothing(tasks, isChain),
    engine: createEngine({
      store: variant === "file" ? fileStore(folder) : memory,
      world: new MemoryWorld({ clock, programs }),
      clock,
    }),
  };
}

/** @param {ReturnType<typeof prepared>} built */
async function runAll({ plan, engine }) {
  const launch = { maxCostUsd: 1, maxTimeMs: 3_600_000, width: 64 };
  const run = await engine.start(plan, launch, { pack: memoryPack({}) });
  const result = await run.result();
  const all = shape === "fan-out" ? result.tasks.flatMap((task) => task.parts) : result.tasks;
  const ran = all.filter((task) => task.status === "pass").length;
  return { ran, logBytes: logBytesOf(run) };
}

/** @param {{ readonly id: string, readonly execution: string }} run */
function logBytesOf({ id, execution }) {
  if (variant === "file") {
    return statSync(join(folder, "runs", id, execution, "session.jsonl")).size;
  }
  const kept = memory.disk.find({ run: id, execution });
  return kept?.lines.reduce((total, line) => total + line.length + 1, 0) ?? 0;
}
