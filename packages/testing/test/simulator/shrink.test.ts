/** A failing plan is made as small as it can be while it goes on failing. */
import { expect, it } from "vitest";
import { draftsByChance } from "../../src/arbitraries/plans.js";
import { PLAINEST } from "../../src/arbitraries/task-draft.js";
import { shrunk } from "../../src/simulator/shrink.js";

it("leaves out what does not matter and makes the rest plain", async () => {
  const drafts = draftsByChance(5, { tasksMin: 30, tasksMax: 30 });
  const agents = (list: typeof drafts): number =>
    list.filter(({ kind }) => kind === "agent").length;
  expect(agents(drafts)).toBeGreaterThan(2);
  const smallest = await shrunk(drafts, async (list) => agents(list) >= 2);
  expect(smallest).toEqual([
    { ...PLAINEST, kind: "agent" },
    { ...PLAINEST, kind: "agent" },
  ]);
});

it("gives back what nothing smaller fails like", async () => {
  const drafts = draftsByChance(6, { tasksMin: 4, tasksMax: 4 });
  expect(await shrunk(drafts, async () => false)).toBe(drafts);
});
