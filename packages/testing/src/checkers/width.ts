/** What may run beside what. */
import type { AttemptStarted } from "@crucible/core";
import {
  type Checker,
  type History,
  isOwnRow,
  type Loop,
  loopOf,
  partOf,
  taskOf,
} from "./history.js";

/** At most as many attempts as the width, and one in the shared workspace, which a loop holds as long as it runs (EXEC-101, CEIL-014, LOOP-017). */
export const widthAndWorkspace: Checker = (history) => {
  const lanes = new Lanes(history);
  return history.log.flatMap((entry) => {
    switch (entry.kind) {
      case "attempt_started":
        return lanes.started(entry);
      case "attempt_ended":
        lanes.ended(entry.task);
        return [];
      case "task_result":
        if (isOwnRow(entry.task)) lanes.loopOver(entry.task);
        return [];
      case "verdict":
        lanes.loopsOver();
        return [];
      default:
        return [];
    }
  });
};

class Lanes {
  readonly #history: History;
  readonly #flights = new Map<string, AttemptStarted>();
  /** Reviewers of the loops that run. */
  readonly #loops = new Set<string>();

  constructor(history: History) {
    this.#history = history;
  }

  ended(row: string): void {
    this.#flights.delete(row);
  }

  loopOver(reviewer: string): void {
    this.#loops.delete(reviewer);
  }

  loopsOver(): void {
    this.#loops.clear();
  }

  started(start: AttemptStarted): readonly string[] {
    const task = taskOf(this.#history, start.task);
    // A route holds no workspace, and a person's answer holds nothing up.
    if (task?.kind === "route") return [];
    this.#flights.set(start.task, start);
    const loop = this.#loopAround(start.task);
    const findings = [...this.#crowding(start), ...this.#interrupting(start, loop)];
    if (loop) this.#loops.add(loop.reviewer.name);
    return findings;
  }

  #crowding({ task }: AttemptStarted): readonly string[] {
    const shared = [...this.#flights.values()].filter(({ isolated }) => !isolated);
    return [
      ...(this.#flights.size > this.#history.launch.width
        ? [`${task} is one attempt too many`]
        : []),
      ...(shared.length > 1 ? [`${task} shares the workspace with another`] : []),
    ];
  }

  #interrupting({ task, isolated }: AttemptStarted, own: Loop | undefined): readonly string[] {
    const holder = [...this.#loops].find((reviewer) => reviewer !== own?.reviewer.name);
    return isolated || !holder ? [] : [`${task} started in the middle of ${holder}'s loop`];
  }

  #loopAround(row: string): Loop | undefined {
    const task = taskOf(this.#history, row);
    return task && partOf(row) !== undefined ? loopOf(this.#history, task.name) : undefined;
  }
}
