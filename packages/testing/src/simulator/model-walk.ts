/**
 * One walk of a random plan by the machine and by the model side by side: both are told the same facts, and after every
 * fact the same attempts must be in flight with the same sets before them; at the end the same rows must stand, with the
 * same verdict and outcome. A finished playbook may be walked once more as a rerun.
 */
import type { Entry, FanOut, JsonValue, Launch, Plan, Task, TaskResult } from "@crucible/core";
import { createMachine, type Fact, type Machine, reusedTasks } from "@crucible/executor/machine";
import { Chance, seedOf } from "../arbitraries/chance.js";
import { Model } from "../model/model.js";
import { isCalm } from "./behaviour.js";
import { nodeOf } from "./row-names.js";
import { differenceAtEnd, differenceInFlight, differenceInSets } from "./walk-differences.js";
import { endByChance } from "./walk-world.js";

/** Whoever judges the machine: the model, unless told otherwise. */
export type OpinionOf = (plan: Plan, launch: Launch, reused: ReadonlySet<string>) => Model;

export const modelOf: OpinionOf = (plan, launch, reused) => new Model(plan, launch, reused);

/** The rows whose sets were put before an attempt. */
export interface StagedSets {
  /** The attempt's row. */
  readonly before: string;
  readonly from: readonly string[];
}

export interface WalkOrder {
  readonly plan: Plan;
  readonly launch: Launch;
  readonly seed: number;
  /** What a rerun starts with. */
  readonly reused: readonly (TaskResult | FanOut)[];
  readonly opinionOf: OpinionOf;
}

const STEPS_MAX = 5_000;
/** After so many steps nothing disturbs a walk any more, so that it ends. */
const DISTURBED_STEPS = 120;

export class ModelWalk {
  readonly facts: Fact[] = [];
  readonly log: Entry[] = [];
  readonly staged: StagedSets[] = [];
  readonly model: Model;
  /** How often something struck: an interruption, a halt, a stop, the wall clock. */
  faults = 0;
  readonly #order: WalkOrder;
  readonly #tasks: ReadonlyMap<string, Task>;
  readonly #chance: Chance;
  /** Something strikes once in so many steps. */
  readonly #pace: number;
  /** What each row captured. */
  readonly #digests = new Map<string, string>();
  readonly #outputs = new Map<string, JsonValue>();
  /** Captured sets that did not survive an interruption. */
  readonly #gone = new Set<string>();
  #costNano: number;
  #wallMs: number;
  #machine: Machine;
  #nowMs = 0;
  #ending = false;
  #wall = false;

  constructor(order: WalkOrder) {
    const { plan, launch, seed, opinionOf } = order;
    this.#order = order;
    this.#tasks = new Map(plan.tasks.map((task) => [task.name, task]));
    this.#chance = new Chance(seedOf(seed, "facts"));
    this.#pace = this.#chance.pick([2, 3, 5, 8, 12, STEPS_MAX]);
    this.#costNano = launch.ceilings.costNano;
    this.#wallMs = launch.ceilings.wallMs;
    const reused = reusedTasks(order.reused);
    this.#machine = createMachine(plan, launch, reused);
    this.model = opinionOf(plan, launch, reused);
  }

  /** What the two differ in; `undefined` when they agree to the end. */
  run(): string | undefined {
    const { plan, reused } = this.#order;
    let difference = this.#tell({ kind: "started", base: "base", reused });
    for (let step = 0; difference === undefined && this.#machine.phase !== "finished"; step++) {
      if (step > STEPS_MAX) return "the walk does not end";
      difference = this.#step(step);
    }
    return difference ?? differenceAtEnd(plan, this.log, this.model, this.#gone);
  }

  #step(step: number): string | undefined {
    if (this.#machine.phase === "halted") return this.#resume();
    const flights = this.#machine.inFlight();
    const disturbs = step < DISTURBED_STEPS && !this.#ending && this.#chance.oneIn(this.#pace);
    if (disturbs) return this.#disturb();
    if (flights.length === 0) return `nothing is in flight, and the run is not over`;
    const flight = this.#chance.pick(flights);
    if (this.#chance.oneIn(6)) {
      const costNano = this.#chance.below(30) * 10_000_000;
      return this.#tell({ kind: "spend_reported", ...flight, costNano });
    }
    return this.#end(flight, this.#wall);
  }

  #disturb(): string | undefined {
    const kind = this.#chance.below(16);
    if (kind === 0) return this.#tell({ kind: "time_passed" });
    this.faults += 1;
    switch (kind) {
      case 1:
        this.#ending = true;
        return this.#tell({ kind: "stop_requested", reason: "enough" });
      case 2:
        return this.#reachWall();
      case 3:
      case 4:
      case 5:
      case 6:
      case 7:
      case 8:
        return this.#resume();
      default:
        this.#ending = true;
        return this.#tell({ kind: "halt_requested" });
    }
  }

  /** The clock is told of by itself, or by the first attempt that it ended. */
  #reachWall(): string | undefined {
    this.#wall = true;
    const [first] = this.#machine.inFlight();
    if (first && this.#chance.oneIn(2)) return this.#end(first, true);
    return this.#tell({ kind: "wall_clock_reached" });
  }

  /** A new engine folds the log; whatever was in flight is lost, and now and then a captured set. */
  #resume(): string | undefined {
    this.#ending = false;
    const { plan, launch } = this.#order;
    this.#machine = createMachine(plan, launch, reusedTasks(this.log));
    for (const entry of this.log) this.#machine.evolve(entry);
    const digests = [...new Set(this.#digests.values())];
    if (digests.length > 0 && this.#chance.oneIn(4)) this.#gone.add(this.#chance.pick(digests));
    const missing = [...this.#digests].filter(([, digest]) => this.#gone.has(digest));
    return this.#tell({
      kind: "resumed",
      missingFiles: missing.map(([row]) => row),
      ...this.#raised(),
    });
  }

  /** Higher ceilings, which the operator gives now and then. */
  #raised(): { readonly costNano?: number; readonly wallMs?: number } {
    const raised: { costNano?: number; wallMs?: number } = {};
    if (this.#chance.oneIn(4)) {
      this.#costNano += this.#chance.pick([1, 5, 50]) * 100_000_000;
      raised.costNano = this.#costNano;
    }
    if (this.#chance.oneIn(8)) {
      this.#wallMs += 3_600_000;
      raised.wallMs = this.#wallMs;
    }
    return raised;
  }

  #end(
    flight: { readonly task: string; readonly attempt: number },
    wall: boolean,
  ): string | undefined {
    const task = this.#tasks.get(nodeOf(flight.task));
    if (task === undefined) return `${flight.task} is not in the plan`;
    const calm = isCalm(this.#order.seed);
    const ending = this.#ending;
    const circumstances = { chance: this.#chance, calm, ending, wall };
    return this.#tell(endByChance(this.#machine, task, flight, circumstances));
  }

  /** Tells both; gives what differs then. */
  #tell(fact: Fact): string | undefined {
    this.facts.push(fact);
    this.#nowMs += 1;
    const batch = this.#machine.decide(fact, this.#nowMs);
    for (const entry of batch) this.#write(entry);
    this.model.apply(fact);
    const inFlight = differenceInFlight(this.#machine, this.model);
    if (inFlight) return `fact ${this.facts.length}, ${inFlight}`;
    for (const entry of batch) {
      const started = entry.kind === "attempt_started" && this.#isInFlight(entry.task);
      const sets = started ? this.#differenceInSets(entry.task) : undefined;
      if (sets) return `fact ${this.facts.length}, ${sets}`;
    }
    return undefined;
  }

  #differenceInSets(row: string): string | undefined {
    const { staged } = this.#machine.inputsOf(row);
    if (staged.length > 0) this.staged.push({ before: row, from: staged.map((set) => set.row) });
    return differenceInSets(staged, this.model, row, this.#digests);
  }

  /** As a driver does, with the output that the machine leaves out of a loop's own row. */
  #write(entry: Entry): void {
    const source = this.#machine.outputSource(entry);
    const output = source?.kind === "row" ? this.#outputs.get(source.row) : undefined;
    const filled = output === undefined ? entry : ({ ...entry, output } as Entry);
    this.log.push(filled);
    if (filled.kind !== "task_result") return;
    if (filled.output !== undefined) this.#outputs.set(filled.task, filled.output);
    const digest = filled.files?.[0]?.digest;
    if (digest !== undefined) this.#digests.set(filled.task, digest);
  }

  #isInFlight(row: string): boolean {
    return this.#machine.inFlight().some(({ task }) => task === row);
  }
}
