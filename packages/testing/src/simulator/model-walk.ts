/**
 * One walk of a random plan by the machine and by the model side by side: both are told the same facts, and after every
 * fact the same attempts must be in flight; at the end the same rows must stand, with the same verdict and outcome.
 */
import {
  type Entry,
  type Launch,
  nanoFromUsd,
  type Plan,
  type Task,
  type TaskResult,
} from "@crucible/core";
import { createMachine, type Fact, type Machine } from "@crucible/executor/machine";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { outcomeByChance } from "../arbitraries/outcomes.js";
import { Model } from "../model/model.js";
import { isCalm } from "./behaviour.js";
import { nodeOf } from "./row-names.js";

export interface WalkResult {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly facts: readonly Fact[];
  readonly log: readonly Entry[];
  /** Where the two differ; `undefined` when they agree. */
  readonly difference: string | undefined;
}

const STEPS_MAX = 5_000;
/** After so many steps nothing disturbs a walk any more, so that it ends. */
const DISTURBED_STEPS = 120;

/** Whoever judges the machine: the model, unless told otherwise. */
export type OpinionOf = (plan: Plan, launch: Launch) => Model;

const modelOf: OpinionOf = (plan, launch) => new Model(plan, launch);

/** Walks a plan under a launch that the seed chooses. */
export function walkWithModel(
  plan: Plan,
  seed: number,
  opinionOf: OpinionOf = modelOf,
): WalkResult {
  const launch = launchByChance(seed);
  const walk = new ModelWalk(plan, launch, seed, opinionOf(plan, launch));
  return { plan, launch, facts: walk.facts, log: walk.log, difference: walk.run() };
}

function launchByChance(seed: number): Launch {
  const chance = new Chance(seedOf(seed, "launch"));
  const capabilities = chance.pick([
    ["isolation.worktree", "gpu"],
    ["isolation.worktree", "gpu"],
    ["isolation.worktree", "gpu"],
    ["isolation.worktree", "gpu"],
    ["isolation.worktree"],
    ["gpu"],
    [],
  ]);
  return {
    ceilings: { costNano: chance.pick([3, 6, 10, 20, 1_000]) * 100_000_000, wallMs: 3_600_000 },
    width: chance.between(1, 5),
    capabilities,
    captureBytesMax: 1_000_000,
  };
}

class ModelWalk {
  readonly facts: Fact[] = [];
  readonly log: Entry[] = [];
  readonly #plan: Plan;
  readonly #launch: Launch;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #chance: Chance;
  readonly #calm: boolean;
  readonly #model: Model;
  #machine: Machine;
  #nowMs = 0;
  #ending = false;

  constructor(plan: Plan, launch: Launch, seed: number, model: Model) {
    this.#plan = plan;
    this.#launch = launch;
    this.#tasks = new Map(plan.tasks.map((task) => [task.name, task]));
    this.#chance = new Chance(seedOf(seed, "facts"));
    this.#calm = isCalm(seed);
    this.#machine = createMachine(plan, launch);
    this.#model = model;
  }

  run(): string | undefined {
    let difference = this.#tell({ kind: "started", base: "base", reused: [] });
    for (let step = 0; difference === undefined && !this.#over(); step++) {
      if (step > STEPS_MAX) return "the walk does not end";
      difference = this.#step(step);
    }
    return difference ?? this.#differenceAtEnd();
  }

  #over(): boolean {
    return this.#machine.phase === "finished";
  }

  #step(step: number): string | undefined {
    if (this.#machine.phase === "halted") return this.#resume();
    const flights = this.#machine.inFlight();
    const disturbs = step < DISTURBED_STEPS && !this.#ending && this.#chance.oneIn(12);
    if (disturbs) return this.#disturb();
    if (flights.length === 0) return `nothing is in flight, and the run is not over`;
    const flight = this.#chance.pick(flights);
    if (this.#chance.oneIn(6)) {
      return this.#tell({
        kind: "spend_reported",
        ...flight,
        costNano: this.#chance.below(30) * 10_000_000,
      });
    }
    return this.#end(flight);
  }

  #disturb(): string | undefined {
    switch (this.#chance.below(12)) {
      case 0:
        this.#ending = true;
        return this.#tell({ kind: "stop_requested", reason: "enough" });
      case 1:
        return this.#tell({ kind: "wall_clock_reached" });
      case 2:
      case 3:
      case 4:
        return this.#resume();
      case 5:
        return this.#tell({ kind: "time_passed" });
      default:
        this.#ending = true;
        return this.#tell({ kind: "halt_requested" });
    }
  }

  /** A new engine folds the log; whatever was in flight is lost. */
  #resume(): string | undefined {
    this.#ending = false;
    this.#machine = createMachine(this.#plan, this.#launch);
    for (const entry of this.log) this.#machine.evolve(entry);
    return this.#tell({ kind: "resumed", missingFiles: [] });
  }

  #end(flight: { readonly task: string; readonly attempt: number }): string | undefined {
    const task = this.#tasks.get(nodeOf(flight.task));
    if (task === undefined) return `${flight.task} is not in the plan`;
    const outcome = outcomeByChance(task, this.#chance, this.#calm);
    const cancelled = this.#ending && !this.#chance.oneIn(4);
    return this.#tell({
      kind: "attempt_ended",
      ...flight,
      ...outcome,
      ...(cancelled ? { end: { kind: "cancelled" }, findings: [] } : {}),
      model: null,
      survivors: [],
      files: null,
      captureProblems: [],
      commit: null,
      repairs: [],
      secs: 0,
    });
  }

  /** Tells both; gives what differs then. */
  #tell(fact: Fact): string | undefined {
    this.facts.push(fact);
    this.#nowMs += 1;
    this.log.push(...this.#machine.decide(fact, this.#nowMs));
    this.#model.apply(fact);
    const machine = this.#machine
      .inFlight()
      .map(({ task, attempt }) => `${task}#${attempt}`)
      .sort();
    const model = this.#model.inFlight();
    if (machine.join() !== model.join()) {
      return `in flight after fact ${this.facts.length}: the machine has ${list(machine)}, the model ${list(model)}`;
    }
    return undefined;
  }

  #differenceAtEnd(): string | undefined {
    const rows = new Map<string, TaskResult>();
    for (const entry of this.log) if (entry.kind === "task_result") rows.set(entry.task, entry);
    const names = [...new Set([...rows.keys(), ...this.#model.rows.keys()])].sort();
    for (const name of names) {
      const machine = rows.get(name);
      const model = this.#model.rows.get(name);
      const [left, right] = [
        shown(machine?.status, machine?.blocked?.reason, machine && nanoFromUsd(machine.cost_usd)),
        shown(model?.status, model?.reason, model?.costNano),
      ];
      if (left !== right) return `row ${name}: the machine says ${left}, the model ${right}`;
    }
    const shutdown = this.log.at(-1);
    if (shutdown?.kind !== "shutdown") return "the log does not end in a shutdown";
    const [left, right] = [
      `${shutdown.verdict} ${shutdown.outcome}`,
      `${this.#model.verdict} ${this.#model.outcome}`,
    ];
    return left === right ? undefined : `ending: the machine says ${left}, the model ${right}`;
  }
}

function list(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}

function shown(status?: string, reason?: string, costNano?: number): string {
  if (status === undefined) return "nothing";
  return `${status}${reason === undefined ? "" : ` (${reason})`} at ${costNano} nano-dollars`;
}
