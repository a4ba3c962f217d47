/**
 * Loops that would wait for each other for ever. A loop starts once everything its body depends on outside has settled,
 * and what depends on it waits for its end; so a loop counts as one node, and the graph of such nodes must have no cycle
 * (LOOP-014, LOOP-015). A plan in which it has one is refused.
 */
import type { Plan } from "./plan.js";

/** Names of the reviewers of such loops, in declaration order; empty for a plan that can run. */
export function waitingLoops(plan: Pick<Plan, "tasks">): readonly string[] {
  const reviewers = plan.tasks.filter((task) => task.revise !== undefined);
  if (reviewers.length === 0) return [];
  const nodeOf = new Map(plan.tasks.map((task) => [task.name, task.name]));
  for (const { name, revise } of reviewers) {
    for (const target of revise?.targets ?? []) nodeOf.set(target, name);
  }
  const stuck = nodesOnCycles(plan, nodeOf);
  return reviewers.map((task) => task.name).filter((name) => stuck.has(name));
}

interface Nodes {
  /** What each node still waits for. */
  readonly waits: Map<string, Set<string>>;
  /** Which nodes wait for it. */
  readonly frees: Map<string, string[]>;
}

/** Nodes that are never free of others: those on a cycle and those behind one. */
function nodesOnCycles(
  plan: Pick<Plan, "tasks">,
  nodeOf: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const { waits, frees } = contracted(plan, nodeOf);
  const free = [...waits].filter(([, others]) => others.size === 0).map(([node]) => node);
  for (let node = free.pop(); node !== undefined; node = free.pop()) {
    waits.delete(node);
    for (const next of frees.get(node) ?? []) {
      const others = waits.get(next);
      others?.delete(node);
      if (others?.size === 0) free.push(next);
    }
  }
  return new Set(waits.keys());
}

/** The plan's graph with each loop's body as one node. */
function contracted(plan: Pick<Plan, "tasks">, nodeOf: ReadonlyMap<string, string>): Nodes {
  const waits = new Map([...nodeOf.values()].map((node) => [node, new Set<string>()]));
  const frees = new Map([...nodeOf.values()].map((node) => [node, [] as string[]]));
  for (const task of plan.tasks) {
    const node = nodeOf.get(task.name) ?? task.name;
    for (const name of task.dependsOn) {
      const other = nodeOf.get(name) ?? name;
      if (other === node) continue;
      waits.get(node)?.add(other);
      frees.get(other)?.push(node);
    }
  }
  return { waits, frees };
}
