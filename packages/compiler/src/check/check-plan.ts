/**
 * Every rule of a plan that can be checked before it runs, whoever wrote it down.
 *
 * Three phases: how much there is, then each task by itself and against the tasks it names, then the graph as a whole. A
 * phase reports all it finds, in reading order; the next one starts only from a plan that the one before found right, so
 * that one mistake is not reported as five.
 */
import type { Diagnostic, PlanDraft } from "@crucible/core";
import { checkConditions } from "./conditions.js";
import { checkCoverage } from "./coverage.js";
import { checkCycles } from "./cycles.js";
import { checkDeciders } from "./deciders.js";
import { checkDependencies } from "./dependencies.js";
import { checkEmits } from "./emits.js";
import { checkEpilogue } from "./epilogue.js";
import { checkFanOut } from "./fan-out.js";
import { checkFiles } from "./files.js";
import { Findings } from "./findings.js";
import { checkJoins } from "./joins.js";
import { checkKinds } from "./kinds.js";
import { checkLane } from "./lanes.js";
import { checkLoopShapes, checkLoops, hasLoop } from "./loops.js";
import { checkBudget, checkNames, checkSize } from "./names.js";
import { checkOutcome, checkResult } from "./outcome.js";
import type { Locate } from "./place.js";
import { type Check, PlanView } from "./plan-view.js";
import { checkQuestions } from "./questions.js";
import { Reach } from "./reach.js";
import { checkScores } from "./scores.js";
import { checkSessionOrder, checkSessions, hasSharedSession } from "./sessions.js";
import { checkTexts } from "./texts.js";
import { checkWork } from "./work.js";

export interface PlanLimits {
  /** How many tasks a plan may have. */
  readonly tasksMax: number;
}

/** The limits in force unless an embedder sets others. */
export const PLAN_LIMITS: PlanLimits = { tasksMax: 10_000 };

const TASK_CHECKS: readonly Check[] = [
  checkBudget,
  checkTexts,
  checkNames,
  checkDependencies,
  checkJoins,
  checkKinds,
  checkWork,
  checkScores,
  checkQuestions,
  checkDeciders,
  checkConditions,
  checkEmits,
  checkFiles,
  checkSessions,
  checkFanOut,
  checkLoopShapes,
  checkEpilogue,
  checkLane,
  checkOutcome,
];

/**
 * The findings of the first phase that has errors, sorted by place, or an empty list for a plan that may be frozen.
 *
 * `locate` gives the range of a place where it is written; see {@link Locate}.
 */
export function checkPlan(
  draft: PlanDraft,
  locate: Locate,
  limits: PlanLimits = PLAN_LIMITS,
): readonly Diagnostic[] {
  const plan = new PlanView(draft);
  const findings = new Findings(locate);
  if (!checkSize(plan, findings, limits.tasksMax)) return findings.sorted();
  for (const check of TASK_CHECKS) check(plan, findings);
  if (!findings.hasErrors) checkGraph(plan, findings);
  return findings.sorted();
}

function checkGraph(plan: PlanView, findings: Findings): void {
  checkCoverage(plan, findings);
  // What follows asks who depends on whom, which has no answer on a cycle.
  if (checkCycles(plan, findings)) return;
  checkResult(plan, findings);
  if (!hasLoop(plan) && !hasSharedSession(plan)) return;
  const reach = new Reach(plan.tasks);
  checkSessionOrder(plan, findings, reach);
  checkLoops(plan, findings, reach);
}
