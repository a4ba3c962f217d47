/** Dispatch, once closed, stays closed to whatever it was closed to. */
import type { AttemptStarted, Entry, Task, TaskResult } from "@crucible/core";
import {
  type Checker,
  type History,
  isOwnRow,
  maySpend,
  stopsSpendersOnly,
  taskOf,
} from "./history.js";

/** Nothing starts once dispatch was closed to it (EXEC-010, CEIL-013, CEIL-026, EXEC-032). */
export const nothingAfterClosing: Checker = (history) => {
  const findings: string[] = [];
  const gate = new Gate(history);
  for (const entry of history.log) {
    if (entry.kind === "attempt_started") {
      const why = gate.closedTo(entry);
      if (why) findings.push(`${entry.task} started after ${why}`);
    }
    gate.note(entry);
  }
  return findings;
};

/** What has closed dispatch so far. */
class Gate {
  readonly #history: History;
  readonly #retried = new Set<string>();
  readonly #rows = new Set<string>();
  #wall = false;
  #cost = false;
  #ending: string | undefined;
  #failed: string | undefined;
  readonly #completions: string[] = [];

  constructor(history: History) {
    this.#history = history;
  }

  closedTo(start: AttemptStarted): string | undefined {
    const task = taskOf(this.#history, start.task);
    const spends = maySpend(this.#history, start.task) || !stopsSpendersOnly(this.#history);
    if (this.#wall) return "the wall-clock ceiling";
    if (this.#cost && spends) return "the cost ceiling";
    if (this.#ending) return this.#ending;
    // What was in flight settles normally, and trying it again is part of that.
    if (task?.stage !== "iteration" || this.#retried.has(start.task)) return undefined;
    if (this.#failed) return `required task ${this.#failed} did not pass`;
    return this.#completed() ? "an early completion" : undefined;
  }

  note(entry: Entry): void {
    this.#retried.clear();
    switch (entry.kind) {
      case "ceiling_reached":
        if (entry.ceiling === "cost") this.#cost = true;
        else this.#wall = true;
        break;
      case "halt_requested":
        this.#ending = "a halt";
        break;
      case "stop_requested":
        this.#ending = "a stop";
        break;
      case "recovery":
        if (this.#ending === "a halt") this.#ending = undefined;
        break;
      case "completion":
        this.#completions.push(entry.task);
        break;
      case "attempt_ended":
        if (entry.cause === "transport") this.#retried.add(entry.task);
        break;
      case "task_result":
        this.#rows.add(entry.task);
        this.#noteRow(entry);
        break;
      default:
    }
  }

  #completed(): boolean {
    return this.#completions.some((row) => {
      const task = taskOf(this.#history, row);
      // An instance's completion waits for its node's own row (EXEC-041).
      return !task?.over || this.#rows.has(task.name);
    });
  }

  #noteRow(row: TaskResult): void {
    const task = taskOf(this.#history, row.task);
    if (!task?.required || task.stage !== "iteration" || !isOwnRow(row.task) || row.reused) return;
    if (row.status === "truncated") this.#ending = "a truncation";
    if (row.status === "fail" || row.status === "transport" || row.status === "skipped") {
      if (!this.#refusedOnly(task)) this.#failed ??= row.task;
    }
  }

  /** Whether a fan-out failed by nothing but refusals for cost, which stop spenders alone. */
  #refusedOnly(task: Task): boolean {
    if (!task.over) return false;
    const instances = this.#history.log.filter(
      (entry) => entry.kind === "task_result" && entry.task.startsWith(`${task.name}[`),
    ) as readonly TaskResult[];
    const failed = instances.filter(({ status }) => status !== "pass" && status !== "not_taken");
    return failed.length > 0 && failed.every((row) => row.blocked?.reason === "budget_ceiling");
  }
}
