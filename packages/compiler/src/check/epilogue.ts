/** The epilogue's tasks read the engine's own inputs beside each other's, so none may be called like one of those. */
import { RESERVED_INPUTS } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { type PlanView, placeOf } from "./plan-view.js";

export function checkEpilogue(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    const { name, stage } = at.task;
    if (stage !== "epilogue" || !RESERVED_INPUTS.includes(name)) continue;
    const message = `epilogue task ${quote(name)} has the name of an input that the engine provides; rename it`;
    findings.error("reserved-name", placeOf(at, "name"), message);
  }
}
