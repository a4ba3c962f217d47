/**
 * `npm run mutate`: breaks the rules one at a time and asks whether a test notices.
 *
 *   npm run mutate                      all of packages/executor/src/machine
 *   npm run mutate -- --only rules/     files whose path holds the text
 *   npm run mutate -- --skip properties,scale   without test files whose name holds one of the texts; much faster
 *   npm run mutate -- --survivors FILE  writes the survivors as JSON
 *
 * A mutant that a test fails on is killed, one that never ends is killed by its deadline, and the rest survived. Known
 * survivors and the reason for each stand in scripts/mutation/survivors.md.
 */
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { bundleWithMutants } from "./bundle.js";
import type { Mutant } from "./instrument.js";

const MUTANT_DEADLINE_MS = 20_000;
const root = resolve(import.meta.dirname, "../..");

interface Outcome extends Mutant {
  /** The test that noticed; `undefined` when it survived. */
  readonly noticed: string | undefined;
  readonly reached: boolean;
}

type WorkerMessage =
  | { readonly kind: "ready"; readonly broken: readonly string[] }
  | { readonly kind: "tried"; readonly noticed?: string; readonly reached: boolean };

const argument = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};

const { mutants, bundle } = await bundleWithMutants((argument("--skip") ?? "").split(","));
const only = argument("--only");
const queue = mutants.filter((mutant) => only === undefined || mutant.file.includes(only));
console.log(`${queue.length} mutants of ${new Set(queue.map((mutant) => mutant.file)).size} files`);
const results = await tryAll(queue);
report(results);

/** Tries every mutant of the queue in a few worker processes. */
async function tryAll(queue: readonly Mutant[]): Promise<readonly Outcome[]> {
  const pending = [...queue];
  const outcomes: Outcome[] = [];
  const lanes = Array.from({ length: Math.min(availableParallelism(), 4) }, async () => {
    while (pending.length > 0) await workThrough(pending, outcomes);
  });
  await Promise.all(lanes);
  return outcomes;
}

/** One worker process: takes mutants until none is left or one does not end, which its deadline notices. */
function workThrough(pending: Mutant[], outcomes: Outcome[]): Promise<void> {
  return new Promise((done, fail) => {
    const worker = fork(join(root, "scripts/mutation/worker.ts"), [bundle], {
      execArgv: ["--import", "tsx"],
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    let current: Mutant | undefined;
    let loaded = false;
    let deadline: NodeJS.Timeout | undefined;
    const next = () => {
      current = pending.shift();
      if (!current) {
        worker.kill();
        return;
      }
      deadline = setTimeout(() => worker.kill("SIGKILL"), MUTANT_DEADLINE_MS);
      worker.send(current.id);
    };
    worker.on("message", (message: WorkerMessage) => {
      clearTimeout(deadline);
      loaded = true;
      if (message.kind === "ready" && message.broken.length > 0) {
        pending.length = 0;
        worker.kill();
        fail(new Error(`tests fail without any mutant:\n${message.broken.join("\n")}`));
        return;
      }
      if (message.kind === "tried" && current) {
        outcomes.push({ ...current, noticed: message.noticed, reached: message.reached });
      }
      next();
    });
    worker.on("exit", () => {
      clearTimeout(deadline);
      if (!loaded) {
        pending.length = 0;
        fail(new Error("the tests cannot be loaded into a mutation worker"));
        return;
      }
      if (current) outcomes.push({ ...current, noticed: "its deadline", reached: true });
      done();
    });
  });
}

function report(outcomes: readonly Outcome[]): void {
  const survivors = outcomes.filter((outcome) => outcome.noticed === undefined);
  survivors.sort((a, b) => a.file.localeCompare(b.file, "en") || a.line - b.line);
  for (const { file, line, what, reached } of survivors) {
    console.log(`survived${reached ? "" : " (no test reaches it)"}: ${file}:${line} ${what}`);
  }
  const killed = outcomes.length - survivors.length;
  const share = ((100 * killed) / outcomes.length).toFixed(1);
  console.log(`${killed} of ${outcomes.length} mutants killed (${share} %)`);
  const path = argument("--survivors");
  if (path !== undefined) writeFileSync(path, `${JSON.stringify(survivors, null, 2)}\n`);
}
