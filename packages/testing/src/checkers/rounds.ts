/** Rounds of loops. */
import type { TaskResult } from "@crucible/core";
import {
  type Checker,
  type History,
  isOwnRow,
  type Loop,
  loopOf,
  nanoOf,
  partOf,
  taskOf,
} from "./history.js";

/** Rounds count up to the bound, follow a failing review, and the own row repeats the last one (LOOP-021, LOOP-043, LOOP-044). */
export const roundsFollow: Checker = (history) => {
  const rounds = new Map<string, TaskResult[]>();
  return history.log.flatMap((entry) => {
    if (entry.kind !== "task_result" || entry.reused) return [];
    const task = taskOf(history, entry.task);
    const loop = task && loopOf(history, task.name);
    if (!task || !loop) return [];
    const own = rounds.get(task.name) ?? [];
    if (isOwnRow(entry.task)) return ownRowProblems(entry, own, history);
    own.push(entry);
    rounds.set(task.name, own);
    return roundProblems(entry, own.length, loop, rounds.get(loop.reviewer.name) ?? []);
  });
};

function roundProblems(
  row: TaskResult,
  count: number,
  loop: Loop,
  reviews: readonly TaskResult[],
): readonly string[] {
  const round = Number(/^round-(\d+)$/.exec(partOf(row.task) ?? "")?.[1]);
  const before = `${loop.reviewer.name}[round-${round - 1}]`;
  const review = reviews.find(({ task }) => task === before);
  return [
    ...(round >= 1 && round <= loop.maxRounds ? [] : [`${row.task} is out of bounds`]),
    ...(round > 1 && review?.status !== "fail" ? [`${row.task} follows no failing review`] : []),
    ...(count === round ? [] : [`${row.task} is not the next round`]),
  ];
}

function ownRowProblems(
  row: TaskResult,
  rounds: readonly TaskResult[],
  history: History,
): readonly string[] {
  const last = rounds.at(-1);
  if (last === undefined) return [];
  const same = row.status === last.status && row.note === last.note;
  const spent = history.log.reduce((sum, entry) => {
    const ours = entry.kind === "attempt_ended" && entry.task.startsWith(`${row.task}[`);
    return ours ? sum + nanoOf(entry.cost_usd) : sum;
  }, 0);
  const findings = same ? [] : [`${row.task} does not repeat ${last.task}`];
  if (nanoOf(row.cost_usd) !== spent)
    findings.push(`${row.task} does not cost what its rounds did`);
  return findings;
}
