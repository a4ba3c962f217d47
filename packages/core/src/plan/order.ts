/**
 * The one order of a plan's tasks: dependencies first, and among tasks that are ready together the one declared first.
 *
 * Dispatch, `plan show`, the admitted-plan line and the printed rows all use it, so that they agree (EXEC-002).
 */
import { invariant } from "../diagnostics/internal-error.js";
import { IndexHeap } from "./index-heap.js";

/** As much of a task as an order needs. */
export interface Dependent {
  readonly name: string;
  readonly dependsOn: readonly string[];
}

export interface Ordering<T> {
  readonly order: readonly T[];
  /** In declaration order, the tasks on a cycle or behind one; they have no place in `order`. */
  readonly stuck: readonly T[];
}

/**
 * Orders tasks that nobody has checked yet: an unknown dependency is ignored, one listed twice counts once, and of two
 * tasks with one name the first is depended on.
 */
export function orderTasks<T extends Dependent>(tasks: readonly T[]): Ordering<T> {
  // Most plans are declared in order already, which is then the order.
  if (isInOrder(tasks)) return { order: tasks, stuck: [] };
  const indexOf = indexByName(tasks);
  const dependents: number[][] = tasks.map(() => []);
  const waiting = tasks.map((task, index) => {
    const known = new Set<number>();
    for (const name of task.dependsOn) {
      const dependency = indexOf.get(name);
      if (dependency !== undefined) known.add(dependency);
    }
    for (const dependency of known) dependents[dependency]?.push(index);
    return known.size;
  });
  const ready = new IndexHeap();
  for (const [index, count] of waiting.entries()) if (count === 0) ready.push(index);
  const order: T[] = [];
  for (let index = ready.pop(); index !== undefined; index = ready.pop()) {
    order.push(tasks[index] as T);
    for (const dependent of dependents[index] ?? []) {
      const left = (waiting[dependent] ?? 0) - 1;
      waiting[dependent] = left;
      if (left === 0) ready.push(dependent);
    }
  }
  return { order, stuck: tasks.filter((_, index) => (waiting[index] ?? 0) > 0) };
}

/** Whether every task stands behind all that it depends on. */
function isInOrder(tasks: readonly Dependent[]): boolean {
  const before = new Set<string>();
  for (const { name, dependsOn } of tasks) {
    for (const dependency of dependsOn) if (!before.has(dependency)) return false;
    before.add(name);
  }
  return true;
}

/** The tasks of a valid plan in topological order, ties in declaration order. */
export function topologicalOrder<T extends Dependent>(tasks: readonly T[]): readonly T[] {
  const { order, stuck } = orderTasks(tasks);
  invariant(stuck.length === 0, `a cycle reached ordering at ${stuck[0]?.name ?? ""}`);
  return order;
}

/** The names of every task on the dependency paths that lead to the task named, that task itself left out. */
export function ancestors(tasks: readonly Dependent[], name: string): ReadonlySet<string> {
  const indexOf = indexByName(tasks);
  const found = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const task = tasks[indexOf.get(next) ?? -1];
    for (const dependency of task?.dependsOn ?? []) {
      if (found.has(dependency) || !indexOf.has(dependency)) continue;
      found.add(dependency);
      pending.push(dependency);
    }
  }
  found.delete(name);
  return found;
}

function indexByName(tasks: readonly Dependent[]): ReadonlyMap<string, number> {
  const indexOf = new Map<string, number>();
  for (const [index, task] of tasks.entries()) {
    if (!indexOf.has(task.name)) indexOf.set(task.name, index);
  }
  return indexOf;
}
