/** What a lane allows: engine operations, conditions and repetition (PLAN-053, ROUTE-037, LOOP-011, HIST-013). */
import type { Lane, Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf } from "./plan-view.js";

export function checkLane(plan: PlanView, findings: Findings): void {
  const { lane } = plan.draft;
  for (const at of plan.entries()) {
    for (const [field, problem] of problemsOf(lane, at.task)) {
      findings.error("lane", placeOf(at, field), `task ${quote(at.task.name)}: ${problem}`);
    }
  }
}

const NO_PROBLEMS: readonly (readonly [string, string])[] = [];

/** Each field that the lane does not allow, with what to say about it. */
function problemsOf(lane: Lane, task: Task): readonly (readonly [string, string])[] {
  if (repeats(lane) && task.kind !== "engine") return NO_PROBLEMS;
  const problems: [string, string][] = [];
  const where = `not allowed in ${laneWords(lane)}`;
  if (lane === "playbook" && task.kind === "engine") {
    const message = `the engine operation ${quote(task.op)} is ${where}, which scores nothing`;
    problems.push(["kind", message]);
  }
  if (lane === "autoresearch") {
    if (task.kind === "route") problems.push(["kind", `a route is ${where}`]);
    if (task.when) problems.push(["when", `a condition is ${where}`]);
  }
  if (!repeats(lane)) {
    if (task.revise) problems.push(["revise", `revise is ${where}; only a playbook revises`]);
    if (task.history !== undefined) {
      problems.push(["history", `history is ${where}; only a playbook reads it`]);
    }
  }
  return problems;
}

/** A plan file has no workflow type and takes whatever a playbook takes. */
export function repeats(lane: Lane): boolean {
  return lane === "playbook" || lane === "plan_file";
}

export function laneWords(lane: Lane): string {
  return lane === "plan_file" ? "a plan file" : `a workflow of type ${quote(lane)}`;
}
