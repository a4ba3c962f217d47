/** Topological order with ties in declaration order: the order of `plan_admitted`, of loops and of truncation. */
import { invariant } from "@crucible/core";
import { MinHeap } from "./heap.js";

export function topologicalOrder(
  dependencies: readonly (readonly number[])[],
  dependents: readonly (readonly number[])[],
): readonly number[] {
  const unmet = dependencies.map((list) => list.length);
  const open = new MinHeap();
  for (const [task, count] of unmet.entries()) if (count === 0) open.push(task);
  const order: number[] = [];
  for (let task = open.pop(); task !== undefined; task = open.pop()) {
    order.push(task);
    for (const dependent of dependents[task] ?? []) {
      const left = (unmet[dependent] ?? 0) - 1;
      unmet[dependent] = left;
      if (left === 0) open.push(dependent);
    }
  }
  invariant(order.length === dependencies.length, "a plan with a cycle reached the machine");
  return order;
}
