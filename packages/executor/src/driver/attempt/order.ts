/** One attempt as the machine orders it. */
import { invariant, type Task } from "@crucible/core";
import type { Effect } from "../../machine/effect.js";

export type AttemptOrder = Extract<Effect, { kind: "start_attempt" }>;

/** What is known of an attempt's end besides how it ended. */
export interface AttemptEnding<End> {
  readonly end: End;
  readonly model: string | null;
  readonly survivors: readonly string[];
}

export function taskOf(tasks: ReadonlyMap<string, Task>, order: AttemptOrder): Task {
  const task = tasks.get(order.node);
  invariant(task !== undefined, "an attempt of a task which the plan does not have", order.node);
  return task;
}

/** Whose captured set a later one replaces: an instance has its own, rounds of a task share one (LOOP-050). */
export function setOwner(order: AttemptOrder): string {
  return order.key === undefined ? order.node : order.task;
}

/** What `CRUCIBLE_TASK` holds: an instance's own name, in rounds the plain name. */
export function taskVariable(order: AttemptOrder): string {
  return order.key === undefined ? order.node : order.task;
}
