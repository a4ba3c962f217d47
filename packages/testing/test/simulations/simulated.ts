/** The real engine over ports in memory, from seeds: rules hold whatever dies. A share of the simulations as tests. */
import { type Mark, marksOf, verifySimulation } from "@crucible/testing";
import { describe, expect, it } from "vitest";

/** Simulations a file; `npm run simulate` takes as many as asked for. */
const SIMULATIONS = 750;
const PARTS = 5;
const MINUTES_MS = 60_000;

/** What the engine itself must have been through, whatever walks reach. */
const EXPECTED: readonly Mark[] = [
  "attempt lost in a crash",
  "attempt ran past its limit",
  "attempt ended by the wall-clock ceiling",
  "halted",
  "halted in the middle of a loop",
  "resumed",
  "stopped",
  "completed early",
  "loop used up its rounds",
  "answered by a person",
  "values picked",
  "request expired",
  "decision below its threshold",
  "failed attempt kept its set",
];

/** The nth share of the simulations. */
export function simulateShare(share: number): void {
  const marks = new Set<Mark>();

  describe("simulated runs", { timeout: 10 * MINUTES_MS }, () => {
    it.each(Array.from({ length: PARTS }, (_, part) => part))(
      "keep every checked rule, and a fault strikes in half of them, runs %i (RESUME-001 WIRE-018 EXEC-101)",
      async (part) => {
        const count = SIMULATIONS / PARTS;
        const from = share * SIMULATIONS + part * count + 1;
        let struck = 0;
        for (let seed = from; seed < from + count; seed++) {
          const simulation = await verifySimulation(seed);
          if (simulation.struck > 0) struck += 1;
          for (const mark of marksOf(simulation)) marks.add(mark);
        }
        expect(struck).toBeGreaterThanOrEqual(count / 2);
      },
    );

    it("went through what an engine can be through", () => {
      expect(EXPECTED.filter((mark) => !marks.has(mark))).toEqual([]);
    });
  });
}
