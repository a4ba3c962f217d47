/** Large plans come to their end; how fast they do is for the benchmarks. */
import { describe, expect, it } from "vitest";
import { fails, passes } from "./support/outcomes.js";
import { command, over, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const LARGE = { compare: false };

describe("large plans", { timeout: 120_000 }, () => {
  it("settle every task of a wide plan once (EXEC-024 WIRE-002)", () => {
    const plan = planOf(Array.from({ length: 5_000 }, (_, index) => command(`t${index}`)));
    const walk = Walk.start(plan, LARGE);
    for (const { name } of plan.tasks) walk.end(name);
    expect(new Set(walk.rows()).size).toBe(5_000);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("walk a chain of ten thousand without recursion (EXEC-001)", () => {
    const plan = planOf(
      Array.from({ length: 10_000 }, (_, index) =>
        command(`t${index}`, index === 0 ? {} : { after: [`t${index - 1}`] }),
      ),
    );
    const walk = Walk.start(plan, LARGE);
    for (const { name } of plan.tasks) walk.end(name);
    expect(walk.ending).toBe("valid finished: completed");
    expect(walk.inputs("t9999").entries).toHaveLength(1);
  });

  it("block twenty thousand tasks behind one failure in one batch (EXEC-010)", () => {
    const plan = planOf([
      command("first"),
      ...Array.from({ length: 20_000 }, (_, index) =>
        command(`t${index}`, { after: [index === 0 ? "first" : `t${index - 1}`] }),
      ),
    ]);
    const walk = Walk.through(plan, { first: fails() }, LARGE);
    expect(walk.entries("task_result").filter((row) => row.status === "blocked")).toHaveLength(
      20_000,
    );
    expect(walk.ending).toBe("invalid error: short-circuited at first");
  });

  it("skip twenty thousand tasks along a branch that was not taken in one batch (EXEC-106)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s", "none"), required: false }),
      ...Array.from({ length: 20_000 }, (_, index) =>
        command(`t${index}`, { required: false, after: [index === 0 ? "m" : `t${index - 1}`] }),
      ),
    ]);
    const walk = Walk.through(plan, { s: passes({}) }, LARGE);
    expect(walk.row("t19999").status).toBe("blocked");
    expect(walk.starts()).toEqual(["s#1"]);
  });
});
