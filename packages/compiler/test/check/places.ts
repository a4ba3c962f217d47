/** Runs the checks with a locator that turns every place into a made-up file name, so that tests can read places. */
import type { PlanDraft, SourceRange } from "@crucible/core";
import { checkPlan } from "../../src/check/check-plan.js";
import type { PlanPlace } from "../../src/check/place.js";

const START = { line: 1, column: 1, offset: 0 };

/** `b.depends_on.0`, `a`, `result`, or `plan` for the plan as a whole. */
function placeText({ task, field, element = [] }: PlanPlace): string {
  const steps = [task, field, ...element].filter((step) => step !== undefined);
  return steps.length === 0 ? "plan" : steps.join(".");
}

export function locateByName(place: PlanPlace): SourceRange {
  return { file: placeText(place), start: START, end: START };
}

/** `place: message` for every finding, in the order the checks give. */
export function findingsOf(draft: PlanDraft): readonly string[] {
  return checkPlan(draft, locateByName).map(
    ({ range, message }) => `${range?.file ?? "?"}: ${message}`,
  );
}
