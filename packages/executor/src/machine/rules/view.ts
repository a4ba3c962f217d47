/** What a task sees of its dependencies: the node's own row, the item of the same key, or this round's row. */
import { aligned, type Graph, taskAt } from "../graph/graph.js";
import type { Settled } from "../state/instance.js";
import { memberOf } from "../state/locate.js";
import type { State } from "../state/state.js";

/** Plan and state, as a source or an inputs plan holds them. */
interface Source {
  readonly graph: Graph;
  readonly state: State;
}

export interface View {
  /** The settled result of a dependency; `undefined` while it has none. */
  result(dependency: number): Settled | undefined;
  /** Whether the dependency is seen as a whole node that fanned out, rather than as one item of it. */
  whole(dependency: number): boolean;
}

/** A plain task, or a fan-out before its expansion. */
export function nodeView({ state }: Source): View {
  return new NodeView(state);
}

class NodeView implements View {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  result(dependency: number): Settled | undefined {
    return this.#state.results[dependency];
  }

  whole(): boolean {
    return true;
  }
}

/** An item of a fan-out: a dependency that maps over the same list is seen by its item of the same key. */
export function itemView(source: Source, task: number, key: string): View {
  const own = taskAt(source.graph, task);
  const item = (dependency: number): Settled | undefined =>
    aligned(own, taskAt(source.graph, dependency))
      ? source.state.fans[dependency]?.byKey.get(key)?.settled
      : undefined;
  return {
    result: (dependency) => item(dependency) ?? source.state.results[dependency],
    whole: (dependency) => item(dependency) === undefined,
  };
}

/** A task of a loop in one round: the body by this round's rows, the rest as settled (LOOP-018). */
export function roundView(
  source: Source,
  task: number,
  round: number,
  held: ReadonlyMap<number, Settled>,
): View {
  const loop = source.graph.loopOf[task];
  return {
    result: (dependency) => {
      if (source.graph.loopOf[dependency] !== loop) return source.state.results[dependency];
      const last = memberOf(source.graph, source.state, dependency)?.last;
      return last?.round === round ? last.settled : held.get(dependency);
    },
    whole: () => true,
  };
}
