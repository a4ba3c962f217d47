/** Money: it only grows, and every row is the sum of what was paid for it. */
import type { AttemptEnded, Entry, SpendReported, TaskResult } from "@crucible/core";
import { type Checker, type History, isOwnRow, loopOf, nanoOf, taskOf } from "./history.js";

/** What an attempt in flight reports never falls, and a row costs what its attempts did (CEIL-011, RESUME-011). */
export const spendNeverFalls: Checker = (history) => {
  const books = new Books(history);
  return history.log.flatMap((entry) => books.note(entry));
};

class Books {
  readonly #history: History;
  /** By attempt. */
  readonly #reported = new Map<string, number>();
  /** By row, in nano-dollars. */
  readonly #paid = new Map<string, number>();

  constructor(history: History) {
    this.#history = history;
  }

  note(entry: Entry): readonly string[] {
    switch (entry.kind) {
      case "spend":
        return this.#report(entry);
      case "attempt_ended": {
        const paid = this.#paid.get(entry.task) ?? 0;
        this.#paid.set(entry.task, paid + nanoOf(entry.cost_usd));
        return this.#report(entry);
      }
      case "task_result":
        return this.#settle(entry);
      default:
        return [];
    }
  }

  #report({ task, attempt, cost_usd: cost }: SpendReported | AttemptEnded): readonly string[] {
    const figure = `${task}#${attempt}`;
    const before = this.#reported.get(figure) ?? 0;
    this.#reported.set(figure, cost);
    return cost >= before ? [] : [`the spend of ${figure} falls`];
  }

  #settle(row: TaskResult): readonly string[] {
    if (row.reused || this.#isSum(row)) return [];
    const paid = this.#paid.get(row.task) ?? 0;
    return nanoOf(row.cost_usd) === paid ? [] : [`${row.task} does not cost what its attempts did`];
  }

  /** The own row of a fan-out or of a task in a loop sums up others. */
  #isSum(row: TaskResult): boolean {
    const task = taskOf(this.#history, row.task);
    if (task === undefined || !isOwnRow(row.task)) return false;
    return task.over !== undefined || loopOf(this.#history, task.name) !== undefined;
  }
}
