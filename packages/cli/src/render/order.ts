/**
 * The order of nodes within their ranks, so that few edges cross: each rank is sorted by where its neighbours stand, from
 * left to right and back, and the best order that was seen is kept. Equal graphs give equal orders.
 */
import type { LayeredGraph, Node } from "./graph.js";

const SWEEPS = 12;

export function orderedRanks({ ranks }: LayeredGraph): readonly (readonly Node[])[] {
  let order = ranks.map((rank) => [...rank]);
  let best = order.map((rank) => [...rank]);
  let fewest = crossings(order);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const isForward = sweep % 2 === 0;
    order = swept(order, isForward);
    const count = crossings(order);
    if (count >= fewest) continue;
    fewest = count;
    best = order.map((rank) => [...rank]);
  }
  return best;
}

function swept(order: readonly (readonly Node[])[], isForward: boolean): Node[][] {
  const places = placesOf(order);
  const next = order.map((rank) => [...rank]);
  const sequence = [...next.keys()];
  for (const index of isForward ? sequence : sequence.reverse()) {
    const rank = next[index] ?? [];
    const wanted = new Map(rank.map((node) => [node, wantedPlace(node, isForward, places)]));
    rank.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
    for (const [place, node] of rank.entries()) places.set(node, place);
  }
  return next;
}

function wantedPlace(node: Node, isForward: boolean, places: ReadonlyMap<Node, number>): number {
  const neighbours = isForward ? node.before : node.after;
  if (neighbours.length === 0) return places.get(node) ?? 0;
  return neighbours.reduce((sum, each) => sum + (places.get(each) ?? 0), 0) / neighbours.length;
}

function placesOf(order: readonly (readonly Node[])[]): Map<Node, number> {
  return new Map(order.flatMap((rank) => rank.map((node, place) => [node, place] as const)));
}

/** How often edges cross, over all pairs of neighbouring ranks. */
function crossings(order: readonly (readonly Node[])[]): number {
  const places = placesOf(order);
  let count = 0;
  for (const rank of order) {
    const ends = rank.flatMap((node) =>
      node.after.map((next) => places.get(next) ?? 0).sort((a, b) => a - b),
    );
    count += inversions(ends);
  }
  return count;
}

/** Pairs that stand the wrong way round, counted with a tree of sums. */
function inversions(values: readonly number[]): number {
  const size = Math.max(0, ...values) + 1;
  const sums = new Array<number>(size + 1).fill(0);
  let count = 0;
  for (const [seen, value] of values.entries()) {
    let atMost = 0;
    for (let index = value + 1; index > 0; index -= index & -index) atMost += sums[index] ?? 0;
    count += seen - atMost;
    for (let index = value + 1; index <= size; index += index & -index) {
      sums[index] = (sums[index] ?? 0) + 1;
    }
  }
  return count;
}
