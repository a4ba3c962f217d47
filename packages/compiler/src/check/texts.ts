/** Every text and number of a plan has a canonical JSON form, so that freezing cannot fail on it. */
import { canonicalProblem, encodeTask } from "@crucible/core";
import { type Findings, quote } from "./findings.js";
import { type PlanView, placeOf } from "./plan-view.js";

export function checkTexts(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    for (const [field, value] of Object.entries(encodeTask(at.task))) {
      const found = canonicalProblem(value);
      if (!found) continue;
      const message = `task ${quote(at.task.name)}: ${field}${found.path} ${found.problem}`;
      findings.error("not-canonical", placeOf(at, field), message);
    }
  }
  for (const param of plan.draft.params) {
    const found = canonicalProblem([param.name, param.value]);
    if (!found) continue;
    const message = `parameter ${quote(param.name)} ${found.problem}`;
    findings.error("not-canonical", { field: "params", element: [param.name] }, message);
  }
}
