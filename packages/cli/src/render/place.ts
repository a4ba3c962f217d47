/**
 * Where each node's middle stands across its rank: as near to its neighbours as the order and the gaps between nodes
 * allow. Ranks are gone through a few times, each solved exactly for its neighbours as they stand.
 */
import type { Node } from "./graph.js";

const PASSES = 10;

/** The middle of each node, from 0 on. `sizeOf` is a node's extent across its rank, gap included. */
export function middles(
  ranks: readonly (readonly Node[])[],
  sizeOf: (node: Node) => number,
): ReadonlyMap<Node, number> {
  const middle = new Map<Node, number>();
  for (const rank of ranks) {
    let end = 0;
    for (const node of rank) {
      middle.set(node, end + sizeOf(node) / 2);
      end += sizeOf(node);
    }
  }
  for (let pass = 0; pass < PASSES; pass++) {
    const isForward = pass % 2 === 0;
    for (const rank of isForward ? ranks : ranks.toReversed()) settle(rank, middle, sizeOf);
  }
  const least = Math.min(...[...middle].map(([node, at]) => at - sizeOf(node) / 2));
  return new Map([...middle].map(([node, at]) => [node, at - least]));
}

/** A run of nodes that stand side by side without room between them. */
interface Cluster {
  readonly nodes: Node[];
  /** Sum over the nodes of where the cluster's beginning would have to be for the node to stand where it wants. */
  sum: number;
  size: number;
}

/** Puts a rank's nodes where the sum of squared distances to what they want is least, order and gaps kept. */
function settle(
  rank: readonly Node[],
  middle: Map<Node, number>,
  sizeOf: (node: Node) => number,
): void {
  const clusters: Cluster[] = [];
  for (const node of rank) {
    const half = sizeOf(node) / 2;
    let cluster: Cluster = { nodes: [node], sum: wanted(node, middle) - half, size: sizeOf(node) };
    for (
      let last = clusters.at(-1);
      last && endOf(last) > startOf(cluster);
      last = clusters.at(-1)
    ) {
      clusters.pop();
      const sum = last.sum + cluster.sum - last.size * cluster.nodes.length;
      cluster = { nodes: [...last.nodes, ...cluster.nodes], sum, size: last.size + cluster.size };
    }
    clusters.push(cluster);
  }
  for (const cluster of clusters) {
    let at = startOf(cluster);
    for (const node of cluster.nodes) {
      middle.set(node, at + sizeOf(node) / 2);
      at += sizeOf(node);
    }
  }
}

function startOf({ sum, nodes }: Cluster): number {
  return sum / nodes.length;
}

function endOf(cluster: Cluster): number {
  return startOf(cluster) + cluster.size;
}

/** The mean of the neighbours on both sides, as far as they are among the ranks. */
function wanted(node: Node, middle: ReadonlyMap<Node, number>): number {
  const neighbours = [...node.before, ...node.after].flatMap((each) => middle.get(each) ?? []);
  if (neighbours.length === 0) return middle.get(node) ?? 0;
  return neighbours.reduce((sum, each) => sum + each, 0) / neighbours.length;
}
