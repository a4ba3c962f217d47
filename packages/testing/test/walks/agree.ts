/** The machine and the model, told the same facts about random plans, come to the same: a share of the walks as tests. */
import { MARKS, type Mark, marksOfWalk, verifyWalk } from "@crucible/testing";
import { describe, expect, it } from "vitest";

/** Walks a file; `npm run simulate` takes as many as asked for. */
const WALKS = 4_625;
const PARTS = 5;
const MINUTES_MS = 60_000;

/** Branches that so few walks need not reach; a million of them must. */
const RARE: ReadonlySet<Mark> = new Set<Mark>([
  "transport failures used up",
  "mapped over picked values",
  "answer of a mapped route not followed",
  "set of an earlier round left behind",
]);

/** The nth share of the walks. */
export function agreeOnShare(share: number): void {
  const marks = new Set<Mark>();
  let faulty = 0;
  let large = 0;

  describe("machine and model", { timeout: 10 * MINUTES_MS }, () => {
    it.each(Array.from({ length: PARTS }, (_, part) => part))(
      "agree on attempts in flight, sets, rows, verdict and outcome, walks %i (EXEC-001 FILE-018 CEIL-009)",
      async (part) => {
        const count = WALKS / PARTS;
        const from = share * WALKS + part * count + 1;
        for (let seed = from; seed < from + count; seed++) {
          const walk = await verifyWalk(seed);
          if (walk.faults > 0) faulty += 1;
          if (walk.plan.tasks.length > 25) large += 1;
          for (const mark of marksOfWalk(walk)) marks.add(mark);
        }
      },
    );

    it("were struck by a fault in half of the walks, and had large plans among them", () => {
      expect(faulty).toBeGreaterThan(WALKS / 2);
      expect(large).toBeGreaterThan(WALKS / 12);
    });

    it("went through every branch that is not all too rare", () => {
      expect(MARKS.filter((mark) => !marks.has(mark) && !RARE.has(mark))).toEqual([]);
    });
  });
}
