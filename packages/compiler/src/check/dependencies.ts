/** Every dependency names another task of the same stage, once, and none is named like an input the engine provides. */
import { RESERVED_INPUTS, type Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

export function checkDependencies(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    const { dependsOn, optional } = at.task;
    if (dependsOn.length + optional.length === 0) continue;
    const seen = new Set<string>();
    for (const [position, name] of dependsOn.entries()) {
      if (seen.has(name) || !isSound(plan, at.task, name)) {
        checkDependency(plan, findings, at, position, name, seen);
      }
      seen.add(name);
    }
    if (optional.length > 0) checkOptional(findings, at, seen);
  }
}

/** Whether there is nothing to say about a dependency, as long as it is listed once. */
function isSound(plan: PlanView, task: Task, name: string): boolean {
  const dependency = plan.task(name);
  if (dependency === undefined || name === task.name) return false;
  return dependency.stage === task.stage && !isProvided(task, name);
}

/** Whether the engine provides an input of that name. */
function isProvided(task: Task, name: string): boolean {
  return RESERVED_INPUTS.includes(name) || (task.kind === "route" && name === "files");
}

function checkDependency(
  plan: PlanView,
  findings: Findings,
  at: TaskAt,
  position: number,
  name: string,
  seen: ReadonlySet<string>,
): void {
  const place = placeOf(at, "depends_on", position);
  const subject = `task ${quote(at.task.name)}`;
  if (seen.has(name)) {
    findings.error(
      "repeated-dependency",
      place,
      `${subject} lists dependency ${quote(name)} twice`,
    );
    return;
  }
  if (name === at.task.name) {
    // Where the name is taken twice the other task may be meant, and the duplicate is what is wrong.
    if (plan.task(name) !== at.task) return;
    findings.error("dependency-cycle", place, `${subject} depends on itself`);
    return;
  }
  const dependency = plan.task(name);
  if (!dependency) {
    const message = `${subject} depends on unknown task ${quote(name)}`;
    findings.unknown("unknown-dependency", place, message, name, plan.names());
    return;
  }
  if (isProvided(at.task, name)) {
    const message = `${subject} depends on task ${quote(name)}, but the engine provides an input of that name; rename the task`;
    findings.error("reserved-dependency", place, message);
  }
  if (dependency.stage !== at.task.stage) {
    const message = `${subject} is in stage ${quote(at.task.stage)} and depends on ${quote(name)} in stage ${quote(dependency.stage)}; dependencies cannot cross stages`;
    findings.error("cross-stage-dependency", place, message);
  }
}

/** `optional` marks dependencies that are declared, each once, and means something under `join = "all"` only. */
function checkOptional(findings: Findings, at: TaskAt, declared: ReadonlySet<string>): void {
  const { task } = at;
  const subject = `task ${quote(task.name)}`;
  const seen = new Set<string>();
  for (const [position, name] of task.optional.entries()) {
    const place = placeOf(at, "optional", position);
    if (seen.has(name)) {
      const message = `${subject} marks dependency ${quote(name)} optional twice`;
      findings.error("optional-dependency", place, message);
    } else if (!declared.has(name)) {
      const message = `${subject} marks ${quote(name)} optional, which it does not depend on`;
      findings.unknown("optional-dependency", place, message, name, declared);
    }
    seen.add(name);
  }
  if (task.join !== "all") {
    const message = `${subject}: optional dependencies need join = "all"; join = ${quote(task.join)} already waits for any outcome`;
    findings.error("optional-dependency", placeOf(at, "optional"), message);
  }
}
