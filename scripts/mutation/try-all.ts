/** Tries mutants on the tests of a bundle in a few worker processes. */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Mutant } from "./instrument.js";

/** Far beyond what trying one mutant takes on a busy machine. */
const MUTANT_DEADLINE_MS = 180_000;
const WORKERS_MAX = 4;

export interface Outcome extends Mutant {
  /** The test that noticed; `undefined` when it survived. */
  readonly noticed: string | undefined;
  readonly reached: boolean;
}

type WorkerMessage =
  | { readonly kind: "ready"; readonly broken: readonly string[] }
  | { readonly kind: "tried"; readonly noticed?: string; readonly reached: boolean };

export async function tryAll(
  bundle: string,
  mutants: readonly Mutant[],
): Promise<readonly Outcome[]> {
  const pending = [...mutants];
  const outcomes: Outcome[] = [];
  const lanes = Array.from({ length: Math.min(availableParallelism(), WORKERS_MAX) }, async () => {
    while (pending.length > 0) await workThrough(bundle, pending, outcomes);
  });
  await Promise.all(lanes);
  return outcomes.sort((a, b) => a.id - b.id);
}

/** One worker process: takes mutants until none is left or one does not end, which its deadline notices. */
function workThrough(bundle: string, pending: Mutant[], outcomes: Outcome[]): Promise<void> {
  return new Promise((done, fail) => {
    const worker = fork(resolve(import.meta.dirname, "worker.ts"), [bundle], {
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
