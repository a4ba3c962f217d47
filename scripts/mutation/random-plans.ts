/**
 * Tests for mutants that the machine's own tests leave alive: random plans walked by the machine beside the model.
 */
import { planByChance, walkWithModel } from "@crucible/testing";
import { expect, it } from "vitest";

const WALKS = 60;
const WALKS_A_TEST = 20;

for (let first = 1; first <= WALKS; first += WALKS_A_TEST) {
  it(`walks ${first} to ${first + WALKS_A_TEST - 1} beside the model`, () => {
    for (let seed = first; seed < first + WALKS_A_TEST; seed++) {
      const plan = planByChance(seed, { tasksMin: 5, tasksMax: 25 });
      expect(walkWithModel(plan, seed).difference).toBeUndefined();
    }
  });
}
