/** Whatever a plan says, the checks answer; what they let through can be frozen, ordered and written down. */
import { encodePlan, freezePlan, type JsonValue, topologicalOrder } from "@crucible/core";
import { decodePlan } from "@crucible/core/wire";
import fc from "fast-check";
import { expect, test } from "vitest";
import { planDrafts } from "../../../core/test/arbitraries/plans.js";
import { checkPlan } from "../../src/check/check-plan.js";
import { locateByName } from "./places.js";

/** Values that other places of a plan hold, and some that none does. */
const values: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  ...["a0", "b1", "c2", "all", "passed", "settled", "epilogue", "iteration", "worktree"],
  ...["yes", "uncertain", "score", "items", "human", "decision", "any", "params", "playbook"],
  ...["", " ", "\n", "[x]", "custom", "autoresearch", "1h", "boolean", "string", "list"],
  ...[0, 1, 2, 5, 6, 257, -1, 0.5, true, false, null],
  [],
  ["a0"],
  ["a0", "a0"],
  ["yes", "no"],
  { task: "a0", field: "items" },
  { task: "a0", question: "q", is: ["yes"] },
  { task: "a0", max_rounds: 2 },
  { score: "number" },
  { schema: '{"type":"array","items":{"type":"string"}}' },
);

test("the checks never throw, and what passes them is a plan", () => {
  let passed = 0;
  let refused = 0;
  fc.assert(
    fc.property(
      planDrafts,
      fc.array(fc.tuple(fc.nat(), values), { minLength: 1, maxLength: 2 }),
      (draft, changes) => {
        const wire = JSON.parse(JSON.stringify(encodePlan(draft))) as JsonValue;
        for (const [seed, value] of changes) replace(wire, value, seed);
        const reading = decodePlan(wire);
        if (!reading.ok) return;
        const findings = checkPlan(reading.plan, locateByName);
        for (const { message, range } of findings) {
          expect(message).toMatch(/\S/);
          expect(range).toBeDefined();
        }
        if (findings.length > 0) refused++;
        else {
          passed++;
          const plan = freezePlan(reading.plan);
          expect(topologicalOrder(plan.tasks)).toHaveLength(plan.tasks.length);
          expect(decodePlan(JSON.parse(JSON.stringify(encodePlan(plan))))).toEqual({
            ok: true,
            plan,
          });
        }
      },
    ),
    { numRuns: 600, seed: 7 },
  );
  // Both ends are reached, or the property says nothing.
  expect(Math.min(passed, refused)).toBeGreaterThan(20);
});

/** Puts a value in the place of the seed-th value of a document. */
function replace(root: JsonValue, value: JsonValue, seed: number): void {
  const places: [object, string][] = [];
  const pending: JsonValue[] = [root];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== "object" || item === null) continue;
    for (const [key, child] of Object.entries(item)) {
      places.push([item, key]);
      pending.push(child as JsonValue);
    }
  }
  const place = places[seed % places.length];
  if (place) Object.defineProperty(place[0], place[1], { value, enumerable: true, writable: true });
}
