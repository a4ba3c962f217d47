/** One row a rule: the smallest plan that breaks it, where the finding points, and what it says. */
import type { PlanDraft } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { findingsOf } from "./places.js";
import { graphRows } from "./refusals/graph.js";
import { loopRows } from "./refusals/loops.js";
import { outputRows } from "./refusals/outputs.js";
import { routeRows } from "./refusals/routes.js";
import { taskRows } from "./refusals/tasks.js";

/** A plan that is refused with exactly one finding. */
export interface Refusal {
  readonly rule: string;
  readonly draft: PlanDraft;
  /** The finding: where it points and what it says, exactly. */
  readonly finding: string;
}

const groups: readonly (readonly [string, readonly Refusal[]])[] = [
  ["tasks", taskRows],
  ["graph", graphRows],
  ["outputs", outputRows],
  ["routes", routeRows],
  ["loops", loopRows],
];

describe.each(groups)("%s", (_, rows) => {
  test.each(rows.map((row) => [row.rule, row] as const))("%s", (_rule, { draft, finding }) => {
    expect(findingsOf(draft)).toEqual([finding]);
  });
});
