/** The marks of a walk: those of its log, of the sets before its attempts, and of its rerun. */
import { type History, loopOf, partOf, taskOf } from "../checkers/history.js";
import type { StagedSets } from "../simulator/model-walk.js";
import type { WalkResult } from "../simulator/walk.js";
import type { Mark } from "./mark-names.js";
import { marksOf } from "./marks.js";

export function marksOfWalk(walk: WalkResult): ReadonlySet<Mark> {
  const marks = new Set<Mark>(marksOf(walk));
  for (const sets of walk.staged) for (const mark of stagedMarks(walk, sets)) marks.add(mark);
  if (walk.rerunRefused) marks.add("rerun refused for an edited task");
  if (!walk.rerun) return marks;
  if (walk.rerun.plan.tasks.some(({ name }) => name === "added"))
    marks.add("rerun ran an added task");
  return new Set([...marks, ...marksOfWalk(walk.rerun)]);
}

function stagedMarks(history: History, { before, from }: StagedSets): readonly Mark[] {
  const task = taskOf(history, before);
  if (!task) return [];
  const marks: Mark[] = [];
  const loop = loopOf(history, task.name);
  for (const row of from) {
    const producer = taskOf(history, row);
    const failed = statusOf(history, row) === "fail";
    const isReview = loop?.reviewer.name === producer?.name && task.name !== producer?.name;
    if (isReview) marks.push("review staged for what it sends back");
    else if (failed && task.stage === "epilogue") marks.push("failed set staged for the epilogue");
    else if (failed) marks.push("failed set staged for a settled join");
    const key = partOf(before);
    if (task.over && producer?.over && key !== undefined && key === partOf(row))
      marks.push("set of one item staged for its counterpart");
  }
  if (leavesRoundBehind(history, before, from)) marks.push("set of an earlier round left behind");
  return marks;
}

/** In a later round, a set of the body's earlier round that nothing replaced is not put before anyone. */
function leavesRoundBehind(history: History, before: string, from: readonly string[]): boolean {
  const round = Number(/\[round-(\d+)\]$/.exec(before)?.[1] ?? 0);
  const task = taskOf(history, before);
  const body = task ? (loopOf(history, task.name)?.body ?? []) : [];
  return (task?.dependsOn ?? []).some(
    (name) =>
      round > 1 &&
      body.includes(name) &&
      hasSet(history, `${name}[round-${round - 1}]`) &&
      !from.includes(`${name}[round-${round}]`),
  );
}

function hasSet(history: History, row: string): boolean {
  return history.log.some(
    (entry) => entry.kind === "task_result" && entry.task === row && entry.files !== undefined,
  );
}

function statusOf(history: History, row: string): string | undefined {
  const entry = history.log.find((one) => one.kind === "task_result" && one.task === row);
  return entry?.kind === "task_result" ? entry.status : undefined;
}
