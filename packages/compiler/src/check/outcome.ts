/** What a workflow names as its result and as its history record. */
import { ancestors, topologicalOrder } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { laneWords, repeats } from "./lanes.js";
import type { PlanPlace } from "./place.js";
import type { PlanView } from "./plan-view.js";

const RESULT: PlanPlace = { field: "result" };
const RECORD: PlanPlace = { field: "history_record" };

/** Names only: the tasks exist and stand where they may (PLAN-063, HIST-005, HIST-013). */
export function checkOutcome(plan: PlanView, findings: Findings): void {
  const { result, historyRecord, lane } = plan.draft;
  if (result !== undefined) {
    const task = plan.task(result);
    if (!task) {
      const message = `workflow result ${quote(result)} is not a task of the plan`;
      findings.unknown("result", RESULT, message, result, plan.names());
    } else if (task.stage !== "iteration") {
      const message = `workflow result ${quote(result)} is an epilogue task; the result belongs to the main graph`;
      findings.error("result", RESULT, message);
    }
  }
  if (historyRecord === undefined) return;
  const record = plan.task(historyRecord);
  if (!record) {
    const message = `history_record ${quote(historyRecord)} is not a task of the plan`;
    findings.unknown("history-record", RECORD, message, historyRecord, plan.names());
  } else if (record.over) {
    const message = `history_record ${quote(historyRecord)} is mapped; a record is one task's output`;
    findings.error("history-record", RECORD, message);
  }
  if (!repeats(lane)) {
    const message = `history_record is not allowed in ${laneWords(lane)}; only a playbook keeps a record`;
    findings.error("history-record", RECORD, message);
  }
}

/** The result must come about whatever a route answers (ROUTE-036), and decide something in autoresearch (SCORE-001). */
export function checkResult(plan: PlanView, findings: Findings): void {
  const { result, lane } = plan.draft;
  if (result !== undefined) checkResultIsTaken(plan, findings, result);
  if (lane === "autoresearch") checkDecision(plan, findings, result);
}

function checkResultIsTaken(plan: PlanView, findings: Findings, result: string): void {
  if (plan.task(result)?.when) {
    const message = `workflow result ${quote(result)} is conditional; it would be missing where its route answers otherwise`;
    findings.error("result", RESULT, message);
    return;
  }
  const cause = untakenCauses(plan).get(result);
  if (cause === undefined) return;
  const message = `workflow result ${quote(result)} may not be taken: through join = "all" it needs ${quote(cause)}, which is conditional; join it with "passed" or "settled", or mark the dependency optional`;
  findings.error("result", RESULT, message);
}

/** By task, the condition that can leave it untaken: its own, or one that all-joins pass on. */
function untakenCauses(plan: PlanView): ReadonlyMap<string, string> {
  const causes = new Map<string, string>();
  for (const task of topologicalOrder(plan.tasks)) {
    if (task.when) {
      causes.set(task.name, task.name);
      continue;
    }
    if (task.join !== "all") continue;
    const optional = new Set(task.optional);
    const inherited = task.dependsOn.find((name) => causes.has(name) && !optional.has(name));
    const cause = inherited === undefined ? undefined : causes.get(inherited);
    if (cause !== undefined) causes.set(task.name, cause);
  }
  return causes;
}

/** An autoresearch result decides on a frozen measurement of an applied proposal. */
function checkDecision(plan: PlanView, findings: Findings, result: string | undefined): void {
  const refuse = (problem: string): void =>
    findings.error("result", RESULT, `an autoresearch workflow ${problem}`);
  const decision = result === undefined ? undefined : plan.task(result);
  if (decision?.kind !== "engine" || decision.op !== "decide") {
    refuse("needs a result that is a decide task");
    return;
  }
  const source = decision.source === undefined ? undefined : plan.task(decision.source);
  const isMeasured =
    source?.kind === "engine" && (source.op === "measure" || source.op === "grade");
  if (!isMeasured) refuse(`decides ${quote(decision.name)} on a measure or grade task`);
  const operations = ancestorOperations(plan, decision.name);
  for (const needed of ["propose", "apply"] as const) {
    if (operations.has(needed)) continue;
    refuse(
      `decides ${quote(decision.name)} behind ${needed === "apply" ? "an" : "a"} ${needed} task`,
    );
  }
}

function ancestorOperations(plan: PlanView, name: string): ReadonlySet<string> {
  const operations = new Set<string>();
  for (const ancestor of ancestors(plan.tasks, name)) {
    const task = plan.task(ancestor);
    if (task?.kind === "engine") operations.add(task.op);
  }
  return operations;
}
