/** The loop that a task is in. */
import type { Plan, Task } from "@crucible/core";

export interface Body {
  readonly reviewer: Task;
  /** Targets and reviewer in dependency order. */
  readonly body: readonly Task[];
}

/** The loop of a task; none where a task of the body cannot run here, since the body then runs outside any loop (LOOP-016). */
export function bodyOf(
  plan: Plan,
  unrunnable: ReadonlyMap<string, unknown>,
  name: string,
): Body | undefined {
  for (const reviewer of plan.tasks) {
    const names = reviewer.revise ? [...reviewer.revise.targets, reviewer.name] : [];
    if (!names.includes(name)) continue;
    if (names.some((member) => unrunnable.has(member))) return undefined;
    const members = plan.tasks.filter((task) => names.includes(task.name));
    return { reviewer, body: inDependencyOrder(members) };
  }
  return undefined;
}

function inDependencyOrder(tasks: readonly Task[]): readonly Task[] {
  const done: Task[] = [];
  while (done.length < tasks.length) {
    const next = tasks.find(
      (task) =>
        !done.includes(task) &&
        task.dependsOn.every(
          (name) =>
            done.some((other) => other.name === name) ||
            !tasks.some((other) => other.name === name),
        ),
    );
    if (!next) throw new Error("the model met a cycle in a loop's body");
    done.push(next);
  }
  return done;
}
