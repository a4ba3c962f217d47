/** The bounds of a launch that may not have been decided on yet. */
import type { Plan } from "@crucible/core";
import type { LaunchReport, LaunchRequest } from "@crucible/executor";
import { launchRequest } from "../host/launch-request.js";
import type { LaunchOptions } from "../options/options.js";
import { boundLines } from "./bounds.js";

/** A plan can be looked at before anybody decides on ceilings; what stands in for them is not shown. */
export function requestFor(plan: Plan, options: LaunchOptions): LaunchRequest {
  const { budgetUsd = 1 } = plan;
  return { maxCostUsd: budgetUsd, maxTimeMs: Number.MAX_SAFE_INTEGER, ...launchRequest(options) };
}

/** Whether a cost ceiling is known: given to the launch, or carried by a plan file. */
export function isCostKnown({ budgetUsd }: Plan, { maxCost }: LaunchOptions): boolean {
  return maxCost !== undefined || budgetUsd !== undefined;
}

/** Names and values of all bounds of the run, those without a value yet first. */
export function boundsShown(
  plan: Plan,
  { bounds }: LaunchReport,
  options: LaunchOptions,
): readonly (readonly [name: string, value: string])[] {
  const costKnown = isCostKnown(plan, options);
  const needed = plan.lane === "plan_file" ? "none; see" : "none yet: a run needs";
  return [
    ...(costKnown ? [] : [["cost ceiling", `${needed} --max-cost`] as const]),
    ...(options.maxTime === undefined
      ? [["wall-clock ceiling", `${needed} --max-time`] as const]
      : []),
    ...boundLines(bounds.filter(({ unit }) => costKnown || unit !== "usd")),
  ];
}
