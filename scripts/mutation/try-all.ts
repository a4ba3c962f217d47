/** Tries mutants on the tests of a bundle in a few worker processes. */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Mutant } from "./instrument.js";

/** Far beyond what trying one mutant takes on a busy machine. */
const MUTANT_DEADLINE_MS = 180_000;

export interface Outcome extends Mutant {
  /** The test that noticed; `undefined` when it survived. */
  readonly noticed: string | undefined;
  readonly reached: boolean;
}

type WorkerMessage =
  | { readonly kind: "ready"; readonly broken: readonly string[] }
  | {
      readonly kind: "tried";
      readonly noticed?: string;
      readonly reached: boolean;
      readonly spent?: true;
    };

/** At most so many worker processes at once, and no more than there are processors. */
export async function tryAll(
  bundle: string,
  mutants: readonly Mutant[],
  workersMax: number,
): Promise<readonly Outcome[]> {
  const campaign = new Campaign(bundle, mutants);
  const workers = Math.min(availableParallelism(), workersMax);
  const lanes = Array.from({ length: workers }, async () => {
    while (campaign.pending.length > 0) await campaign.workThrough();
  });
  await Promise.all(lanes);
  return campaign.outcomes.sort((a, b) => a.id - b.id);
}

class Campaign {
  readonly pending: Mutant[];
  readonly outcomes: Outcome[] = [];
  readonly #bundle: string;
  /** Mutants on which a worker died once; something that an earlier one left behind may have been the cause. */
  readonly #diedOn = new Set<Mutant>();

  constructor(bundle: string, mutants: readonly Mutant[]) {
    this.#bundle = bundle;
    this.pending = [...mutants];
  }

  /** One worker process: takes mutants until none is left, one does not end, or the process is spent. */
  workThrough(): Promise<void> {
    return new Promise((done, fail) => {
      const worker = fork(resolve(import.meta.dirname, "worker.ts"), [this.#bundle], {
        execArgv: ["--import", "tsx"],
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      let current: Mutant | undefined;
      let loaded = false;
      let overdue = false;
      let deadline: NodeJS.Timeout | undefined;
      const next = () => {
        current = this.pending.shift();
        if (!current) {
          worker.kill();
          return;
        }
        deadline = setTimeout(() => {
          overdue = true;
          worker.kill("SIGKILL");
        }, MUTANT_DEADLINE_MS);
        worker.send(current.id);
      };
      worker.on("message", (message: WorkerMessage) => {
        clearTimeout(deadline);
        loaded = true;
        if (message.kind === "ready" && message.broken.length > 0) {
          this.pending.length = 0;
          worker.kill();
          fail(new Error(`tests fail without any mutant:\n${message.broken.join("\n")}`));
          return;
        }
        if (message.kind === "tried" && current) {
          const { noticed, reached } = message;
          this.outcomes.push({ ...current, noticed, reached });
          current = undefined;
          if (message.spent) {
            worker.kill("SIGKILL");
            return;
          }
        }
        next();
      });
      worker.on("exit", () => {
        clearTimeout(deadline);
        if (!loaded) {
          this.pending.length = 0;
          fail(new Error("the tests cannot be loaded into a mutation worker"));
          return;
        }
        if (current) this.#workerDied(current, overdue);
        done();
      });
    });
  }

  #workerDied(mutant: Mutant, overdue: boolean): void {
    if (!overdue && !this.#diedOn.has(mutant)) {
      this.#diedOn.add(mutant);
      this.pending.unshift(mutant);
      return;
    }
    const noticed = overdue ? "its deadline" : "the end of its process";
    this.outcomes.push({ ...mutant, noticed, reached: true });
  }
}
