/** A loop of a plan: a reviewer, the targets it sends back, and their order within a round. */
import type { Task } from "@crucible/core";
import { canSpend } from "@crucible/core";

export interface Loop {
  /** Position among the plan's loops. */
  readonly index: number;
  readonly reviewer: number;
  readonly targets: ReadonlySet<number>;
  /** Targets and reviewer in dependency order (LOOP-017). */
  readonly body: readonly number[];
  readonly maxRounds: number;
  /** Whether any task of the body can spend; its rounds dispatch as one unit (CEIL-006). */
  readonly spends: boolean;
  /** The body task that is declared first; the loop takes its turn. */
  readonly first: number;
  /** How many dependencies lead out of the body; round one waits for all of them (LOOP-014). */
  readonly outside: number;
}

interface Parts {
  readonly tasks: readonly Task[];
  readonly indexOf: ReadonlyMap<string, number>;
  readonly dependencies: readonly (readonly number[])[];
  readonly order: readonly number[];
  readonly lacking: Int32Array;
}

/** The loops whose whole body can run; the others' tasks run as tasks outside any loop (LOOP-016). */
export function findLoops(parts: Parts): readonly Loop[] {
  const loops: Loop[] = [];
  if (!parts.tasks.some((task) => task.revise)) return loops;
  const place = new Int32Array(parts.tasks.length);
  for (const [position, task] of parts.order.entries()) place[task] = position;
  for (const [reviewer, task] of parts.tasks.entries()) {
    if (!task.revise) continue;
    const targets = new Set(task.revise.targets.map((name) => parts.indexOf.get(name) ?? -1));
    const body = [...targets, reviewer].sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
    if (body.some((member) => (parts.lacking[member] ?? -1) >= 0)) continue;
    const inside = new Set(body);
    const outside = body.flatMap((member) =>
      (parts.dependencies[member] ?? []).filter((dependency) => !inside.has(dependency)),
    );
    loops.push({
      index: loops.length,
      reviewer,
      targets,
      body,
      maxRounds: task.revise.maxRounds,
      spends: body.some((member) => canSpend(parts.tasks[member] as Task)),
      first: Math.min(...body),
      outside: outside.length,
    });
  }
  return loops;
}
