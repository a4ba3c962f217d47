/** What a finished execution left behind, as checkers read it. */
import {
  canSpend,
  type Entry,
  type Launch,
  nanoFromUsd,
  type Plan,
  type Task,
  USD_MAX,
} from "@crucible/core";

export interface History {
  readonly plan: Plan;
  /** The launch that the header holds; a ceiling that a resume raised is not in it. */
  readonly launch: Pick<Launch, "ceilings" | "width" | "capabilities">;
  /** Every line of the log, in order. */
  readonly log: readonly Entry[];
}

/** A rule that every finished history keeps, as a pure function: what breaks it, or nothing. */
export type Checker = (history: History) => readonly string[];

export interface Loop {
  readonly reviewer: Task;
  readonly body: readonly string[];
  readonly maxRounds: number;
}

/** The plan's task of a row, which may be an instance or a round. */
export function taskOf(history: History, row: string): Task | undefined {
  const open = row.indexOf("[");
  const name = open < 0 ? row : row.slice(0, open);
  return history.plan.tasks.find((task) => task.name === name);
}

/** What stands between a row's brackets; `undefined` for a task's own row. */
export function partOf(row: string): string | undefined {
  const open = row.indexOf("[");
  return open < 0 ? undefined : row.slice(open + 1, -1);
}

export function isOwnRow(row: string): boolean {
  return !row.includes("[");
}

function loopsOf(history: History): readonly Loop[] {
  return history.plan.tasks.flatMap((reviewer) => {
    const { revise } = reviewer;
    if (!revise) return [];
    return [{ reviewer, body: [...revise.targets, reviewer.name], maxRounds: revise.maxRounds }];
  });
}

export function loopOf(history: History, name: string): Loop | undefined {
  return loopsOf(history).find((loop) => loop.body.includes(name));
}

/** Whether an attempt of a row may spend: a round may when any task of its loop can (CEIL-006). */
export function maySpend(history: History, row: string): boolean {
  const task = taskOf(history, row);
  if (task === undefined) return false;
  const body =
    partOf(row) !== undefined && !task.over ? loopOf(history, task.name)?.body : undefined;
  const tasks = history.plan.tasks.filter((one) => (body ?? [task.name]).includes(one.name));
  return tasks.some(canSpend);
}

/** Whether a spent budget stops only what can spend; in other lanes it stops everything. */
export function stopsSpendersOnly(history: History): boolean {
  return history.plan.lane === "playbook";
}

/** An amount in nano-dollars; what is no amount of money equals nothing, itself included. */
export function nanoOf(costUsd: number): number {
  return costUsd >= 0 && costUsd <= USD_MAX ? nanoFromUsd(costUsd) : Number.NaN;
}
