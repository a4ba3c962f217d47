/**
 * The floor: what the same work costs without an engine, which no engine can be below. A ready queue with 64 tasks at
 * once: `node bench/floor.mjs <memory|jsonl|fsync> <chain|wide> <tasks>`.
 */
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { measure, wanted } from "./measure.mjs";

const { variant, isChain, tasks } = wanted();
const WIDTH = 64;

/** @typedef {{ readonly name: string, readonly next: number[], missing: number }} Step */

await measure(tasks, steps, async (all) => {
  const folder = mkdtempSync(join(tmpdir(), "crucible-floor-"));
  const log = variant === "jsonl" || variant === "fsync" ? openSync(join(folder, "log"), "a") : -1;
  const ready = all.flatMap((step, index) => (step.missing === 0 ? [index] : []));
  let taken = 0;
  let ran = 0;
  const worker = async () => {
    for (let index = ready[taken++]; index !== undefined; index = ready[taken++]) {
      const step = /** @type {Step} */ (all[index]);
      await undefined;
      ran++;
      if (log >= 0) record(log, step.name, ran);
      for (const next of step.next) {
        const follower = /** @type {Step} */ (all[next]);
        follower.missing--;
        if (follower.missing === 0) ready.push(next);
      }
    }
  };
  // A chain never has more than one task ready, and a worker that finds none would be gone.
  await Promise.all(Array.from({ length: isChain ? 1 : WIDTH }, worker));
  if (log >= 0) closeSync(log);
  rmSync(folder, { recursive: true });
  return { ran };
});

/** @returns {Step[]} */
function steps() {
  return Array.from({ length: tasks }, (_, index) => ({
    name: `t${index}`,
    next: isChain && index + 1 < tasks ? [index + 1] : [],
    missing: isChain && index > 0 ? 1 : 0,
  }));
}

/**
 * @param {number} log
 * @param {string} task
 * @param {number} seq
 */
function record(log, task, seq) {
  const row = { seq, task, status: "pass", attempts: 1, cost_usd: 0, output: null };
  writeSync(log, `${JSON.stringify(row)}\n`);
  if (variant === "fsync") fsyncSync(log);
}
