/** One decision in the making: the state as it stands, the instant, and the entries decided so far. */
import type { Entry } from "@crucible/core";
import type { Graph } from "../graph/graph.js";
import { evolve } from "../state/evolve.js";
import type { State } from "../state/state.js";

export class Step {
  readonly graph: Graph;
  readonly state: State;
  /** Engine milliseconds. */
  readonly nowMs: number;
  readonly batch: Entry[] = [];

  constructor(graph: Graph, state: State, nowMs: number) {
    this.graph = graph;
    this.state = state;
    this.nowMs = nowMs;
  }

  /** Adds an entry to the batch; state moves on at once. */
  emit(entry: Entry): void {
    this.batch.push(entry);
    evolve(this.graph, this.state, entry);
  }
}
