/** Which earlier tasks a reviewer may send back (LOOP-003 to LOOP-012). */
import type { Task } from "@crucible/core";

/** At most so many targets, direct and indirect dependencies of the reviewer; empty where no loop may stand. */
export function bodyFor(reviewer: Task, most: number, earlier: readonly Task[]): readonly string[] {
  if (most === 0 || !mayLoop(reviewer) || reviewer.when) return [];
  const free = (name: string): boolean => {
    const task = earlier.find((known) => known.name === name);
    return task !== undefined && mayLoop(task) && !isInLoop(name, earlier);
  };
  const direct = reviewer.dependsOn.filter(free);
  const further = direct.flatMap((name) => dependenciesOf(name, earlier)).filter(free);
  const candidates = [...new Set([...direct, ...further])];
  for (let count = Math.min(most, candidates.length); count > 0; count--) {
    const targets = candidates.slice(0, count);
    if (holdsItsPaths([...earlier, reviewer], new Set([...targets, reviewer.name]))) return targets;
  }
  return [];
}

function mayLoop(task: Task): boolean {
  return (
    (task.kind === "agent" || task.kind === "command" || task.kind === "evaluate") && !task.over
  );
}

function isInLoop(name: string, tasks: readonly Task[]): boolean {
  return tasks.some(
    (task) => task.revise && (task.name === name || task.revise.targets.includes(name)),
  );
}

function dependenciesOf(name: string, tasks: readonly Task[]): readonly string[] {
  return tasks.find((task) => task.name === name)?.dependsOn ?? [];
}

/** Whether every task between two members is a member. */
function holdsItsPaths(tasks: readonly Task[], members: ReadonlySet<string>): boolean {
  const above = new Set<string>();
  // In declaration order, so dependencies come first.
  for (const task of tasks) {
    if (task.dependsOn.some((name) => members.has(name) || above.has(name))) above.add(task.name);
  }
  return tasks
    .filter((task) => members.has(task.name))
    .every((task) => task.dependsOn.every((name) => members.has(name) || !above.has(name)));
}
