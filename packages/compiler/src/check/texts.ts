/** Every text of a plan is well formed and every parameter has a canonical form, so that freezing cannot fail on them. */
import { canonicalProblem, encodeTask, type Task } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf } from "./plan-view.js";

export function checkTexts(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    if (!mayHoldBrokenText(at.task)) continue;
    for (const [field, value] of Object.entries(encodeTask(at.task))) {
      if (!holdsBrokenText(value)) continue;
      const message = `task ${quote(at.task.name)}: ${field} holds a lone surrogate`;
      findings.error("lone-surrogate", placeOf(at, field), message);
    }
  }
  for (const param of plan.draft.params) {
    const found = canonicalProblem([param.name, param.value]);
    if (!found) continue;
    const message = `parameter ${quote(param.name)} ${found.problem}`;
    findings.error("parameter", { field: "params", element: [param.name] }, message);
  }
}

/** JSON escapes half a character, and nothing else that begins so; hardly any task has one, nor looks as if it had. */
function mayHoldBrokenText(task: Task): boolean {
  return JSON.stringify(task).includes("\\ud");
}

/** Whether a text or a key inside the wire form of a task, which nests a few levels, holds half a character. */
function holdsBrokenText(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsBrokenText);
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || holdsBrokenText(item));
}
