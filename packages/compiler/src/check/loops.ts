/**
 * Revise loops: a reviewer, the targets it sends back, and nothing between them left out.
 *
 * Targets and reviewer are the whole body of a loop (LOOP-038). Bodies neither overlap nor chain.
 */
import { type Revise, waitingLoops } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { kindPhrase } from "./joins.js";
import { checkRange, doesWork } from "./kinds.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";
import type { Reach } from "./reach.js";

const NOTES_MAX = 8;

/** A reviewer with its loop. */
interface Loop {
  readonly reviewer: TaskAt;
  readonly revise: Revise;
}

/** The bounds and the names of each loop (LOOP-002, LOOP-003). */
export function checkLoopShapes(plan: PlanView, findings: Findings): void {
  for (const { reviewer, revise } of loopsOf(plan)) {
    const subject = `task ${quote(reviewer.task.name)}: revise`;
    checkRange(findings, reviewer, "revise", revise.maxRounds, 2, 5, "max_rounds");
    if (revise.targets.length === 0) {
      findings.error("revise", placeOf(reviewer, "revise"), `${subject} names no task`);
    }
    const seen = new Set<string>();
    for (const [position, target] of revise.targets.entries()) {
      const place = placeOf(reviewer, "revise", "tasks", position);
      if (seen.has(target)) {
        findings.error("revise", place, `${subject} names ${quote(target)} twice`);
      } else if (target === reviewer.task.name) {
        findings.error("revise", place, `${subject} names the reviewer itself`);
      } else if (!plan.task(target)) {
        const message = `${subject} names unknown task ${quote(target)}`;
        findings.unknown("revise", place, message, target, plan.names());
      }
      seen.add(target);
    }
  }
}

export function hasLoop(plan: PlanView): boolean {
  return plan.tasks.some(({ revise }) => revise !== undefined);
}

/** The bodies of the loops in the graph (LOOP-004 to LOOP-010). */
export function checkLoops(plan: PlanView, findings: Findings, reach: Reach): void {
  const reviewerOf = new Map<string, string>();
  const reviewers = new Set(loopsOf(plan).map(({ reviewer }) => reviewer.task.name));
  for (const loop of loopsOf(plan)) {
    checkTargets(findings, reach, loop, reviewers);
    checkMembers(plan, findings, loop);
    checkOverlap(findings, loop, reviewerOf, reviewers);
    checkGaps(findings, reach, loop);
  }
  // Only sound bodies can be taken as one node each.
  if (!findings.hasErrors) checkWaiting(plan, findings);
}

/** A loop starts when all that its body needs has settled, so two that need each other never would. */
function checkWaiting(plan: PlanView, findings: Findings): void {
  const [first, ...others] = waitingLoops(plan).flatMap((name) => plan.find(name) ?? []);
  if (!first) return;
  const names = [first, ...others].map(({ task }) => task.name);
  const message = `the loops of ${quoteList(names)} wait for each other, so none could start; a loop starts once everything that its tasks depend on outside it has settled`;
  const notes = others
    .slice(0, NOTES_MAX)
    .map((at) =>
      findings.note("this loop waits for it, and it for this loop", placeOf(at, "revise")),
    );
  findings.error("waiting-loops", placeOf(first, "revise"), message, { notes });
}

function loopsOf(plan: PlanView): readonly Loop[] {
  const loops: Loop[] = [];
  for (const reviewer of plan.entries()) {
    if (reviewer.task.revise) loops.push({ reviewer, revise: reviewer.task.revise });
  }
  return loops;
}

function checkTargets(
  findings: Findings,
  reach: Reach,
  { reviewer, revise }: Loop,
  reviewers: ReadonlySet<string>,
): void {
  const { name } = reviewer.task;
  for (const [position, target] of revise.targets.entries()) {
    const place = placeOf(reviewer, "revise", "tasks", position);
    if (!reach.depends(name, target)) {
      const message = `task ${quote(name)}: revise names ${quote(target)}, which it does not depend on, directly or through other tasks`;
      findings.error("revise-target", place, message);
    }
    if (reviewers.has(target)) {
      const message = `task ${quote(name)}: revise names ${quote(target)}, itself a reviewer; loops do not nest`;
      findings.error("revise-target", place, message);
    }
  }
}

/** A body's tasks do work and are not mapped (LOOP-007, LOOP-008). */
function checkMembers(plan: PlanView, findings: Findings, { reviewer, revise }: Loop): void {
  const targets = revise.targets.map((name, position) => ({
    at: plan.find(name),
    place: placeOf(reviewer, "revise", "tasks", position),
  }));
  for (const { at, place } of [{ at: reviewer, place: placeOf(reviewer, "revise") }, ...targets]) {
    if (!at) continue;
    const subject = `task ${quote(reviewer.task.name)}: revise loops over ${quote(at.task.name)}`;
    if (!doesWork(at.task)) {
      const message = `${subject}, ${kindPhrase(at.task)}; a loop holds agent, command and evaluate tasks only`;
      findings.error("revise-member", place, message);
    }
    if (at.task.over) {
      const message = `${subject}, which is mapped; a loop holds no mapped task`;
      findings.error("revise-member", place, message);
    }
  }
}

function checkOverlap(
  findings: Findings,
  { reviewer, revise }: Loop,
  reviewerOf: Map<string, string>,
  reviewers: ReadonlySet<string>,
): void {
  const { name } = reviewer.task;
  for (const [position, target] of revise.targets.entries()) {
    const other = reviewerOf.get(target);
    if (other !== undefined && !reviewers.has(target)) {
      const message = `task ${quote(name)}: revise names ${quote(target)}, which ${quote(other)} already revises; a task is in one loop`;
      findings.error("revise-overlap", placeOf(reviewer, "revise", "tasks", position), message);
    }
    reviewerOf.set(target, name);
  }
}

/** A task on a path between two body tasks would read a result that a later round replaces (LOOP-006). */
function checkGaps(findings: Findings, reach: Reach, { reviewer, revise }: Loop): void {
  const { name } = reviewer.task;
  const skipped = reach.between([...revise.targets, name]);
  if (skipped.length === 0) return;
  const message = `task ${quote(name)}: revise leaves out ${quoteList(skipped)} between its tasks; name every task on the way`;
  findings.error("revise-gap", placeOf(reviewer, "revise"), message);
}
