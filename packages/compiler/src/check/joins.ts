/** Joins: what each needs, which kinds take them, and that no required task hangs on an advisory one. */
import type { Task } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

/** How many advisory tasks one finding names. */
const ADVISORY_NAMED_MAX = 8;

export function checkJoins(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    const { task } = at;
    // A reducer always joins so, and what it ranks is missed elsewhere.
    if (task.join !== "all" && task.kind !== "top_k" && task.dependsOn.length === 0) {
      const message = `task ${quote(task.name)}: join = ${quote(task.join)} needs at least one dependency`;
      findings.error("join", placeOf(at, "join"), message);
    }
    if (task.join === "settled" && readsFixedInputs(task)) {
      const message = `task ${quote(task.name)}: join = "settled" is not allowed on ${kindPhrase(task)}, which reads its inputs in a fixed form`;
      findings.error("join", placeOf(at, "join"), message);
    }
    checkAdvisory(plan, findings, at);
  }
}

/** Kinds whose inputs the engine itself reads (PLAN-043). */
function readsFixedInputs(task: Task): boolean {
  return task.kind === "top_k" || task.kind === "report" || task.kind === "engine";
}

/** A kind with its article, as messages name it. */
export function kindPhrase(task: Task): string {
  switch (task.kind) {
    case "agent":
    case "evaluate":
      return `an ${task.kind} task`;
    case "engine":
      return `the engine operation ${quote(task.op)}`;
    default:
      return `a ${task.kind} task`;
  }
}

/**
 * A required task must not wait for an advisory one through `join = "all"`: the advisory task would decide the run
 * (PLAN-044). The finding names the advisory tasks behind the first as well, since each of them would.
 */
function checkAdvisory(plan: PlanView, findings: Findings, at: TaskAt): void {
  const { task } = at;
  if (!task.required || task.join !== "all") return;
  for (const [position, name] of task.dependsOn.entries()) {
    const dependency = plan.task(name);
    if (!dependency || dependency.required) continue;
    const behind = advisoryBehind(plan, dependency);
    const also = behind.length === 0 ? "" : `, behind which stand advisory ${quoteList(behind)}`;
    const message = `required task ${quote(task.name)} needs advisory task ${quote(name)} to pass${also}; make it required, or use join = "passed" or "settled"`;
    findings.error("required-on-advisory", placeOf(at, "depends_on", position), message);
  }
}

/** Advisory tasks that an advisory task needs through all-joins, nearest first, at most a handful. */
function advisoryBehind(plan: PlanView, start: Task): readonly string[] {
  const seen = new Set([start.name]);
  const pending = [start];
  for (let at = 0; at < pending.length && seen.size <= ADVISORY_NAMED_MAX; at++) {
    const task = pending[at];
    if (task?.join !== "all") continue;
    for (const name of task.dependsOn) {
      const dependency = plan.task(name);
      if (seen.size > ADVISORY_NAMED_MAX) break;
      if (!dependency || dependency.required || seen.has(name)) continue;
      seen.add(name);
      pending.push(dependency);
    }
  }
  seen.delete(start.name);
  return [...seen];
}
