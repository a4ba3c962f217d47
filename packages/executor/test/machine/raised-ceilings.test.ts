/** What raising the cost ceiling at a resume changes, and what it does not: a refusal is for good. */
import { describe, expect, it } from "vitest";
import { costing, passes, transport } from "./support/outcomes.js";
import { ADVISORY, agent, command, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("a cost ceiling that a resume raises", () => {
  it("admits what the old one would have refused next (CEIL-009 RESUME-011)", () => {
    const plan = planOf([agent("a"), command("c", { after: ["a"] }), agent("b", { after: ["c"] })]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("a", costing(1));
    const resumed = walk.resume({ cost: 1 }, { costNano: 2e9 }).finish({ b: costing(0.5) });
    expect(resumed.statuses()).toEqual({ a: "pass", c: "pass", b: "pass" });
    expect(resumed.ending).toBe("valid finished: completed");
    const held = walk.resume({ cost: 1 }).finish();
    expect(held.statuses()).toEqual({ a: "pass", c: "pass", b: "blocked" });
  });

  it("takes back no refusal: every later spender is refused, and the run is invalid (CEIL-013 CEIL-018 RESUME-002)", () => {
    const plan = planOf([
      agent("a"),
      agent("refused", ADVISORY),
      command("c", { after: ["a"] }),
      agent("later", { after: ["c"] }),
      command("d", { after: ["c"] }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("a", costing(1));
    expect(walk.row("refused").status).toBe("blocked");
    const resumed = walk.resume({ cost: 1 }, { costNano: 9e9 }).finish();
    expect(resumed.statuses()).toEqual({
      a: "pass",
      refused: "blocked",
      c: "pass",
      later: "blocked",
      d: "pass",
    });
    expect(resumed.row("later")).toMatchObject({
      note: "budget ceiling reached",
      blocked: { reason: "budget_ceiling" },
    });
    expect(resumed.ending).toBe("invalid budget: budget exceeded");
  });

  it("does not make good an attempt that carried the total past the old one (CEIL-019)", () => {
    const plan = planOf([agent("a"), command("c", { after: ["a"] })]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("a", costing(1.5));
    const resumed = walk.resume({ cost: 1 }, { costNano: 9e9 }).finish();
    expect(resumed.statuses()).toEqual({ a: "pass", c: "pass" });
    expect(resumed.ending).toBe("invalid budget: budget exceeded");
  });
});

describe("a required task that the cost ceiling refused", () => {
  it("stops nothing that cannot spend: in flight, ready, later or tried again (CEIL-008 CEIL-022 EXEC-010)", () => {
    const plan = planOf([
      agent("a"),
      command("flying", { isolated: true }),
      agent("refused", { after: ["a"] }),
      command("ready", { after: ["a"] }),
      command("later", { after: ["ready"] }),
      command("behind", { after: ["refused"] }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    expect(walk.inFlight()).toContain("flying");
    walk.end("a", costing(1));
    expect(walk.row("refused")).toMatchObject({ status: "blocked" });
    expect(walk.inFlight()).toEqual(["flying", "ready"]);
    walk.end("flying", transport());
    walk.end("flying", passes());
    walk.end("ready", transport());
    walk.finish();
    expect(walk.statuses()).toEqual({
      a: "pass",
      flying: "pass",
      refused: "blocked",
      ready: "pass",
      later: "pass",
      behind: "blocked",
    });
    expect(walk.row("behind").blocked).toMatchObject({ reason: "dependency_did_not_pass" });
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });
});
