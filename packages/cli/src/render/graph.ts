/**
 * A plan's edges as a layered graph: every task has a rank, one more than the highest of what it waits for, and an edge
 * that skips ranks is cut into pieces by points between them, so that each piece joins two neighbouring ranks.
 */
import { type Plan, type Task, topologicalOrder } from "@crucible/core";

/** A task, or a point on an edge that passes through a rank. */
export interface Node {
  readonly task: Task | undefined;
  readonly rank: number;
  /** Nodes of the rank before that lead here, and of the rank after that this leads to. */
  readonly before: Node[];
  readonly after: Node[];
}

/** An arrow between two tasks: its ends and the points between them, in order. */
export interface Edge {
  readonly from: Task;
  readonly to: Task;
  readonly nodes: readonly Node[];
}

export interface LayeredGraph {
  readonly ranks: readonly (readonly Node[])[];
  readonly edges: readonly Edge[];
}

/** What a task waits for: its dependencies, and the route of its condition. */
function sourcesOf({ dependsOn, when }: Task): readonly string[] {
  return when && !dependsOn.includes(when.task) ? [...dependsOn, when.task] : dependsOn;
}

/**
 * As many pieces as a picture's edges are cut into at most. Where each task waits for all before it, they grow with the
 * third power of the tasks.
 */
const PIECES_MAX = 20_000;

/** `undefined` for a graph whose edges are cut into too many pieces to be drawn. */
export function layeredGraph(tasks: Plan["tasks"]): LayeredGraph | undefined {
  let pieces = 0;
  const ranks: Node[][] = [];
  const nodes = new Map<string, Node>();
  const add = (task: Task | undefined, rank: number): Node => {
    const node: Node = { task, rank, before: [], after: [] };
    const others = ranks[rank] ?? [];
    ranks[rank] = others;
    others.push(node);
    return node;
  };
  const dependents = tasks.map((task) => ({ name: task.name, dependsOn: sourcesOf(task), task }));
  const edges: Edge[] = [];
  for (const { task, dependsOn } of topologicalOrder(dependents)) {
    const sources = dependsOn.flatMap((name) => nodes.get(name) ?? []);
    const rank = Math.max(-1, ...sources.map((source) => source.rank)) + 1;
    const node = add(task, rank);
    nodes.set(task.name, node);
    for (const source of sources) {
      if (source.task === undefined) continue;
      pieces += rank - source.rank;
      if (pieces > PIECES_MAX) return undefined;
      const points: Node[] = [source];
      for (let between = source.rank + 1; between < rank; between++)
        points.push(add(undefined, between));
      points.push(node);
      join(points);
      edges.push({ from: source.task, to: task, nodes: points });
    }
  }
  return { ranks, edges };
}

function join(points: readonly Node[]): void {
  for (const [index, node] of points.entries()) {
    const next = points[index + 1];
    if (next === undefined) continue;
    node.after.push(next);
    next.before.push(node);
  }
}
