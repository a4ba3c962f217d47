/** A machine over one plan and launch: a graph that never changes, a state that only entries change. */
import {
  type Entry,
  invariant,
  type JsonValue,
  type Launch,
  type Plan,
  waitingLoops,
} from "@crucible/core";
import type { Effect } from "./effect.js";
import { effectsOf } from "./effects.js";
import type { Fact } from "./fact.js";
import { buildGraph, type Graph } from "./graph/graph.js";
import { FileSets } from "./inputs/file-sets.js";
import { inputPlan } from "./inputs/input-plan.js";
import type { InputPlan, Machine, OutputSource } from "./machine.js";
import { outputSourceOf } from "./output-source.js";
import { decide } from "./rules/decide.js";
import { evolve } from "./state/evolve.js";
import { snapshotOf } from "./state/snapshot.js";
import { State } from "./state/state.js";

const NONE: ReadonlySet<string> = new Set();

/**
 * Creates a machine for an admitted plan: one with engine operations, or with loops that wait for each other, was refused
 * before. `reused` names the tasks whose results a rerun takes over, of which the place needs nothing (RERUN-025); a log
 * says them itself, see {@link reusedTasks}.
 */
export function createMachine(
  plan: Plan,
  launch: Launch,
  reused: ReadonlySet<string> = NONE,
): Machine {
  invariant(launch.width >= 1, "a run needs a width of at least 1");
  invariant(waitingLoops(plan).length === 0, "loops that wait for each other reached the machine");
  return new PlanMachine(buildGraph(plan, launch, reused));
}

class PlanMachine implements Machine {
  readonly #graph: Graph;
  readonly #state: State;
  readonly #sets: FileSets;

  constructor(graph: Graph) {
    invariant(
      graph.tasks.every((task) => task.kind !== "engine"),
      "an engine operation reached the machine",
    );
    this.#graph = graph;
    this.#state = new State(graph);
    this.#sets = new FileSets(graph, this.#state);
  }

  get phase(): Machine["phase"] {
    return this.#state.phase;
  }

  get spentNano(): number {
    return this.#state.settledNano + this.#state.inFlightNano;
  }

  decide(fact: Fact, nowMs: number): readonly Entry[] {
    return decide(this.#graph, this.#state, fact, nowMs);
  }

  evolve(entry: Entry): void {
    evolve(this.#graph, this.#state, entry);
  }

  effects(entry: Entry): readonly Effect[] {
    return effectsOf(this.#graph, this.#state, entry);
  }

  inputsOf(row: string): InputPlan {
    return inputPlan(this.#graph, this.#state, this.#sets, row);
  }

  inFlight(): readonly { readonly task: string; readonly attempt: number }[] {
    return [...this.#state.flights].map(({ row, flight }) => ({
      task: row,
      attempt: flight?.attempt ?? 0,
    }));
  }

  outputSource(entry: Entry): OutputSource | undefined {
    return outputSourceOf(this.#graph, this.#state, entry);
  }

  snapshot(): JsonValue {
    return snapshotOf(this.#graph, this.#state);
  }
}
