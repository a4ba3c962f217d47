/**
 * One run of the real engine over ports in memory, from one seed: plan, launch, how the world behaves, what goes wrong and
 * when. The same seed writes the same log, byte for byte.
 *
 * A run that is interrupted, by a crash, a halt or a lost store, is resumed until it is over. What it leaves is a history,
 * which the checkers judge.
 */
import { Fenced, type Launch, type LogLine, type Plan, StoreLost } from "@crucible/core";
import type { LaunchRequest, Run, RunResult } from "@crucible/executor";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { type PlanShape, planByChance } from "../arbitraries/plans.js";
import { headerOf, type StoredExecution } from "../store/memory-disk.js";
import { Testbed } from "../testbed/testbed.js";
import { answerAt, deciderOf } from "./answering.js";
import { behaviourOf } from "./behaviour.js";
import { type Disturbance, disturbancesByChance, storeLost } from "./disturbances.js";
import { shapeBySeed } from "./shape.js";

export interface SimulationOptions {
  /** The plan to run in place of a random one. */
  readonly plan?: Plan;
  /** What random plans look like. */
  readonly shape?: PlanShape;
  /** The launch in place of a random one. */
  readonly launch?: LaunchRequest;
  /** What the world can provide in place of a random choice. */
  readonly capabilities?: readonly string[];
  /** What goes wrong in place of a random choice; one a process, in this order. */
  readonly disturbances?: readonly Disturbance[];
}

export interface Simulation {
  readonly seed: number;
  readonly plan: Plan;
  readonly launch: Launch;
  readonly disturbances: readonly Disturbance[];
  /** How many of them took effect. */
  readonly struck: number;
  /** How many processes it took. */
  readonly processes: number;
  readonly log: readonly LogLine[];
  /** The log as it stands on the disk. */
  readonly text: string;
}

const PROCESSES_MAX = 40;

/** Runs one simulation. Rejects when a run does not come to an end. */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulation> {
  return new Simulator(seed, options).run();
}

/** How a process of the engine ended. */
type ProcessEnd = "over" | "halted" | "died";

class Simulator {
  readonly #seed: number;
  readonly #plan: Plan;
  readonly #request: LaunchRequest;
  readonly #disturbances: readonly Disturbance[];
  readonly #afterwards: Chance;
  #bed: Testbed;
  #parsed: readonly { readonly text: string; readonly line: LogLine }[] = [];
  #processes = 0;
  #struck = 0;
  #callInWait = 0;

  constructor(seed: number, options: SimulationOptions) {
    this.#seed = seed;
    this.#plan = options.plan ?? planByChance(seed, { ...shapeBySeed(seed), ...options.shape });
    const chance = new Chance(seedOf(seed, "simulation"));
    this.#request = options.launch ?? requestByChance(chance, this.#plan);
    const capabilities = options.capabilities ?? capabilitiesByChance(chance);
    this.#disturbances = options.disturbances ?? disturbancesByChance(chance);
    this.#afterwards = new Chance(seedOf(seed, "afterwards"));
    const log = (): readonly LogLine[] => this.#log();
    const answering = new Chance(seedOf(seed, "answering"));
    this.#bed = new Testbed({
      ...behaviourOf(seed, this.#plan, log),
      capabilities,
      desk: !answering.oneIn(10),
      setup: answering.oneIn(10) ? {} : { decider: deciderOf(seed, this.#plan, log) },
    });
    answerAt(this.#bed.desk, this.#bed.clock, seed, this.#plan);
  }

  async run(): Promise<Simulation> {
    for (let end: ProcessEnd = "died"; end !== "over"; ) {
      if (++this.#processes > PROCESSES_MAX) throw new Error("the simulation does not end");
      const disturbance = this.#disturbances[this.#processes - 1];
      this.#plant(disturbance);
      end = await this.#process(disturbance);
      if (disturbance && this.#hasStruck(disturbance)) this.#struck += 1;
      const kept = disturbance?.kind === "crash" ? disturbance.kept : undefined;
      // A halted run is resumed by the same process or by another one.
      if (end === "died" || this.#afterwards.oneIn(2)) this.#bed = this.#bed.successor({}, kept);
    }
    return this.#simulation();
  }

  async #process(disturbance: Disturbance | undefined): Promise<ProcessEnd> {
    const { faults, clock } = this.#bed;
    if (this.#log().at(-1)?.kind === "shutdown") return "over";
    const died = new Promise<"died">((resolve) => faults.onCrash(() => resolve("died")));
    // Opening a run takes no time of the clock, and may load code, which the clock would not wait for.
    const opened = await Promise.race([givingUp(this.#open()), died]);
    if (opened === "died") return "died";
    this.#interfere(opened, disturbance);
    const result = await clock.run(Promise.race([givingUp(opened.result()), died]));
    if (result === "died") return "died";
    return isOver(result.state) ? "over" : "halted";
  }

  /** Starts the run, or resumes it once there is one. */
  async #open(): Promise<Run> {
    const known = this.#execution();
    return known
      ? this.#bed.engine.resume(known.id.run)
      : this.#bed.start(this.#plan, this.#request);
  }

  #plant(disturbance: Disturbance | undefined): void {
    const { faults, clock } = this.#bed;
    switch (disturbance?.kind) {
      case "crash": {
        const call = faults.calls(disturbance.operation) + disturbance.call;
        faults.plan(disturbance.operation, call, { kind: "crash" });
        break;
      }
      case "port_fails":
      case "store_lost": {
        const call = faults.calls(disturbance.operation) + disturbance.call;
        this.#callInWait = call;
        const lost = disturbance.kind === "store_lost";
        const error = lost ? storeLost() : new Error("nobody answers");
        faults.plan(disturbance.operation, call, { kind: "fail", error });
        break;
      }
      case "clock_set":
        clock.jumpWall(disturbance.byMs);
        break;
      default:
    }
  }

  #interfere(run: Run, disturbance: Disturbance | undefined): void {
    if (disturbance?.kind !== "halt" && disturbance?.kind !== "stop") return;
    const { clock } = this.#bed;
    clock.at(clock.monotonicMs() + disturbance.afterMs, () => {
      const done = disturbance.kind === "halt" ? run.halt() : run.stop("enough");
      // Whoever asks a dead engine hears of it through the result.
      void done.catch(() => undefined);
    });
  }

  #hasStruck(disturbance: Disturbance): boolean {
    const { faults } = this.#bed;
    switch (disturbance.kind) {
      case "crash":
        return faults.crashed;
      case "port_fails":
      case "store_lost":
        return faults.calls(disturbance.operation) >= this.#callInWait;
      case "halt":
        return this.#log().some((line) => line.kind === "halt_requested");
      case "stop":
        return this.#log().some((line) => line.kind === "stop_requested");
      case "clock_set":
        return true;
    }
  }

  #execution(): StoredExecution | undefined {
    return [...this.#bed.disk.executions.values()].at(-1);
  }

  /** Every deed of the world reads the log, so that lines are parsed once. */
  #log(): readonly LogLine[] {
    const lines = this.#execution()?.lines ?? [];
    const known = this.#parsed;
    this.#parsed = lines.map((text, at) => {
      const parsed = known[at];
      return parsed?.text === text ? parsed : { text, line: JSON.parse(text) as LogLine };
    });
    return this.#parsed.map(({ line }) => line);
  }

  #simulation(): Simulation {
    const execution = this.#execution();
    if (execution === undefined) throw new Error("the simulation left no run");
    return {
      seed: this.#seed,
      plan: this.#plan,
      launch: headerOf(execution).launch,
      disturbances: this.#disturbances,
      struck: this.#struck,
      processes: this.#processes,
      log: this.#log(),
      text: this.#bed.disk.text(execution.id),
    };
  }
}

/** An engine whose store is gone gives up, as it must. */
async function givingUp<T>(work: Promise<T>): Promise<T | "died"> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreLost || error instanceof Fenced) return "died";
    throw error;
  }
}

function isOver(state: RunResult["state"]): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}

function requestByChance(chance: Chance, plan: Plan): LaunchRequest {
  const longest = Math.max(60_000, ...plan.tasks.map((task) => task.timeoutMs ?? 0));
  return {
    maxCostUsd: chance.pick([0.15, 0.4, 0.8, 100, 100]),
    // A limit may not be longer than the run's ceiling (CEIL-029).
    maxTimeMs: longest + chance.pick([0, 60_000, 3_600_000, 86_400_000]),
    width: chance.between(1, 4),
  };
}

function capabilitiesByChance(chance: Chance): readonly string[] {
  const isolation = "isolation.worktree";
  return chance.pick([[isolation, "gpu"], [isolation, "gpu"], [isolation], []]);
}
