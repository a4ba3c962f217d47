/** Cycles: each group of tasks that wait for one another, shown as the shortest way around it. */
import { orderTasks } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf } from "./plan-view.js";

/** How many tasks of a cycle a message names. */
const CYCLE_SHOWN_MAX = 20;

/** How many separate cycles are reported; a plan that has more is read again anyway. */
const CYCLES_MAX = 20;

/** Reports cycles (PLAN-022) and whether there are any; a task that depends on itself was reported with its dependencies. */
export function checkCycles(plan: PlanView, findings: Findings): boolean {
  const { stuck } = orderTasks(plan.tasks);
  const waiting = new Set(stuck.map(({ name }) => name));
  for (let count = 0; waiting.size > 0 && count < CYCLES_MAX; count++) {
    const cycle = findCycle(plan, waiting);
    if (cycle.length === 0) break;
    report(plan, findings, cycle);
    // Whoever waits for this cycle, through it or beside it, is settled by breaking it.
    for (const name of cycle) waiting.delete(name);
    release(plan, waiting);
  }
  return stuck.length > 0;
}

/** Removes everything that no longer waits for anything that is left. */
function release(plan: PlanView, waiting: Set<string>): void {
  const left = plan.tasks
    .filter(({ name }) => waiting.has(name))
    .map(({ name, dependsOn }) => ({
      name,
      dependsOn: dependsOn.filter((dependency) => waiting.has(dependency)),
    }));
  const { order } = orderTasks(left);
  for (const { name } of order) waiting.delete(name);
}

/** A cycle among the waiting tasks, each name waiting for the next; found by following the first waiting dependency. */
function findCycle(plan: PlanView, waiting: ReadonlySet<string>): readonly string[] {
  const path: string[] = [];
  const position = new Map<string, number>();
  let name: string | undefined = waiting.values().next().value;
  while (name !== undefined) {
    const first = position.get(name);
    if (first !== undefined) return shorten(plan, path.slice(first));
    position.set(name, path.length);
    path.push(name);
    const task = plan.task(name);
    name = task?.dependsOn.find((next) => waiting.has(next));
  }
  return [];
}

/** Cuts a cycle short where one of its tasks depends on a later one directly. */
function shorten(plan: PlanView, cycle: readonly string[]): readonly string[] {
  const position = new Map(cycle.map((name, index) => [name, index]));
  const path: string[] = [];
  const taken = new Map<number, number>();
  for (let at = 0; !taken.has(at); ) {
    taken.set(at, path.length);
    const name = cycle[at] as string;
    path.push(name);
    // The dependency furthest along, or back at the start, where the way around ends.
    let furthest = (at + 1) % cycle.length;
    for (const next of plan.task(name)?.dependsOn ?? []) {
      const reached = position.get(next);
      if (reached === undefined || furthest === 0) continue;
      if (reached === 0 || reached > furthest) furthest = reached;
    }
    at = furthest;
  }
  return path;
}

function report(plan: PlanView, findings: Findings, cycle: readonly string[]): void {
  const positions = new Map(cycle.map((name) => [name, plan.find(name)?.index ?? 0]));
  const declared = [...cycle].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
  const [firstDeclared = ""] = declared;
  const start = cycle.indexOf(firstDeclared);
  const around = [...cycle.slice(start), ...cycle.slice(0, start), firstDeclared];
  const at = plan.find(firstDeclared);
  if (!at) return;
  const dependency = around[1] ?? firstDeclared;
  const place = placeOf(at, "depends_on", at.task.dependsOn.indexOf(dependency));
  const involved = shown(declared, ", ", (name) => name);
  const way = shown(around, " -> ", quote);
  findings.error("dependency-cycle", place, `plan has a dependency cycle involving: ${involved}`, {
    notes: [findings.note(`each depends on the next: ${way}`, placeOf(at))],
  });
}

function shown(
  names: readonly string[],
  separator: string,
  write: (name: string) => string,
): string {
  const first = names.slice(0, CYCLE_SHOWN_MAX).map(write);
  return names.length > CYCLE_SHOWN_MAX
    ? `${first.join(separator)}${separator}…`
    : first.join(separator);
}
