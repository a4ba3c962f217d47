/** Attempts: counted, bounded, and never after their row. */
import type { AttemptStarted, Entry } from "@crucible/core";
import { type Checker, taskOf } from "./history.js";

const TRANSPORT_ATTEMPTS_MAX = 3;

/** Attempts count up from one, and a settled row never starts again, over all resumptions (RESUME-001, RUN-020). */
export const settledNeverStarts: Checker = ({ log }) => {
  const attempts = new Attempts();
  return [...log.flatMap((entry) => attempts.note(entry)), ...attempts.left()];
};

class Attempts {
  readonly #counts = new Map<string, number>();
  readonly #flights = new Set<string>();
  readonly #settled = new Set<string>();

  note(entry: Entry): readonly string[] {
    switch (entry.kind) {
      case "attempt_started":
        return this.#started(entry);
      case "attempt_ended":
        return this.#flights.delete(entry.task)
          ? []
          : [`${entry.task} ended and was not in flight`];
      case "task_result":
        this.#settled.add(entry.task);
        return this.#flights.has(entry.task) ? [`${entry.task} settled in flight`] : [];
      default:
        return [];
    }
  }

  left(): readonly string[] {
    return [...this.#flights].map((row) => `${row} never ended`);
  }

  #started({ task, attempt }: AttemptStarted): readonly string[] {
    const next = (this.#counts.get(task) ?? 0) + 1;
    const findings = [
      ...(this.#settled.has(task) ? [`${task} started after its row`] : []),
      ...(this.#flights.has(task) ? [`${task} started in flight`] : []),
      ...(attempt === next ? [] : [`${task} started as attempt ${attempt}`]),
    ];
    this.#counts.set(task, next);
    this.#flights.add(task);
    return findings;
  }
}

/** A transport failure is tried three times in all, anything measured once (EXEC-093, EXEC-094). */
export const attemptsBounded: Checker = (history) => {
  const findings: string[] = [];
  const failures = new Map<string, number>();
  const measured = new Set<string>();
  for (const entry of history.log) {
    if (entry.kind === "attempt_started" && measured.has(entry.task)) {
      findings.push(`${entry.task} was tried again after a measured end`);
    }
    if (entry.kind !== "attempt_ended") continue;
    const open = entry.outcome === "cancelled" || entry.outcome === "indeterminate";
    if (entry.cause === "transport") {
      const count = (failures.get(entry.task) ?? 0) + 1;
      failures.set(entry.task, count);
      if (count > TRANSPORT_ATTEMPTS_MAX)
        findings.push(`${entry.task} failed in transport ${count} times`);
    } else if (!open) measured.add(entry.task);
  }
  return findings;
};

/** An attempt's deadline is its own limit or the run's ceiling, whichever falls first (CEIL-030, CEIL-031). */
export const deadlinesHold: Checker = (history) => {
  let wallMs = history.launch.ceilings.wallMs;
  return history.log.flatMap((entry) => {
    if (entry.kind === "recovery") wallMs = entry.wall_clock_ms ?? wallMs;
    if (entry.kind !== "attempt_started") return [];
    const limitMs = taskOf(history, entry.task)?.timeoutMs ?? Number.POSITIVE_INFINITY;
    const at = "ms" in entry ? Number(entry.ms) : undefined;
    const late = entry.deadline_ms > wallMs;
    const wrong = at !== undefined && entry.deadline_ms !== Math.min(at + limitMs, wallMs);
    return late || wrong ? [`${entry.task} has deadline ${entry.deadline_ms}`] : [];
  });
};
