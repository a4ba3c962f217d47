/** Random runs are only worth what they reach: every rare branch must be among them. */
import {
  MARKS,
  type Mark,
  marksOf,
  planByChance,
  simulate,
  walkWithModel,
} from "@crucible/testing";
import { expect, it } from "vitest";

const WALKS = 3_000;
const SIMULATIONS = 60;

it("random runs go through every rare branch there is a mark for", {
  timeout: 600_000,
}, async () => {
  const seen = new Set<Mark>();
  const left = (): readonly Mark[] => MARKS.filter((mark) => !seen.has(mark));
  for (let seed = 1; seed <= SIMULATIONS; seed++) {
    for (const mark of marksOf(await simulate(seed))) seen.add(mark);
  }
  // What the engine itself must have been through, whatever walks reach.
  for (const mark of ["attempt lost in a crash", "halted", "resumed", "completed early"] as const) {
    expect(left()).not.toContain(mark);
  }
  for (let seed = 1; seed <= WALKS && left().length > 0; seed++) {
    for (const mark of marksOf(
      walkWithModel(planByChance(seed, { tasksMin: 5, tasksMax: 25 }), seed),
    )) {
      seen.add(mark);
    }
  }
  expect(left()).toEqual([]);
});
