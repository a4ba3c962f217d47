import { describe, expect, it } from "vitest";
import { costing, exits, fails, passes, refused, timesOut, transport } from "./support/outcomes.js";
import { agent, command, evaluate, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("retries", () => {
  it("tries a transport failure again, twice at the most (EXEC-093 EXEC-095 EXEC-047)", () => {
    const walk = Walk.through(planOf([command("a")]), { a: transport("spawn failed: ENOENT") });
    expect(walk.starts()).toEqual(["a#1", "a#2", "a#3"]);
    expect(walk.row("a")).toMatchObject({
      status: "transport",
      transport: "command",
      attempts: 3,
      note: "transport retries exhausted (3 attempts): spawn failed: ENOENT",
    });
    expect(walk.row("a").output).toBeUndefined();
  });

  it("settles as the attempt that came through (EXEC-093 EXEC-061)", () => {
    const ends = [transport("reset", "agent"), transport("reset", "agent"), passes({ n: 1 })];
    const walk = Walk.through(planOf([agent("a")]), { a: ends });
    expect(walk.row("a")).toMatchObject({ status: "pass", attempts: 3, output: { n: 1 } });
    expect(walk.entries("attempt_ended").map((end) => [end.outcome, end.cause])).toEqual([
      ["failed", "transport"],
      ["failed", "transport"],
      ["succeeded", "exited"],
    ]);
  });

  it("takes its turn again before anything else (EXEC-002 EXEC-093)", () => {
    const walk = Walk.through(planOf([command("a"), command("b")]), { a: [transport(), passes()] });
    expect(walk.starts()).toEqual(["a#1", "a#2", "b#1"]);
  });

  it("does not try again what cannot come right (EXEC-095)", () => {
    const walk = Walk.through(planOf([agent("a")]), {
      a: transport("no such model", "provider", false),
    });
    expect(walk.row("a")).toMatchObject({
      status: "transport",
      attempts: 1,
      note: "transport failure, not tried again: no such model",
    });
  });

  it.each([
    ["a nonzero exit", exits(3, undefined, "boom")],
    ["a declared failure", passes({ status: "fail" })],
    ["a missing field", { ...passes({}), findings: ['output missing declared field "n"'] }],
    ["a timeout", timesOut()],
    ["a refusal", refused("the note of ask carries the external-input marker")],
  ])("never tries a measured failure again: %s (EXEC-094 EXEC-046 CEIL-035)", (_, end) => {
    const walk = Walk.through(planOf([command("a", { timeoutMs: 60_000 })]), { a: end });
    expect(walk.row("a")).toMatchObject({ status: "fail", attempts: 1 });
  });

  it("never tries a failing evaluation again (EXEC-072 EXEC-138)", () => {
    const walk = Walk.through(planOf([evaluate("a")]), { a: passes({ pass: false }) });
    expect(walk.row("a")).toMatchObject({ status: "fail", attempts: 1 });
  });

  it("adds up what all attempts cost (EXEC-087 WIRE-013)", () => {
    const ends = [costing(0.1, transport()), costing(0.2, transport()), costing(0.3)];
    const walk = Walk.through(planOf([agent("a")]), { a: ends });
    expect(walk.row("a").cost_usd).toBe(0.6);
    expect(walk.machine.spentNano).toBe(600_000_000);
  });

  it("ignores a second report of one end (WIRE-002)", () => {
    const walk = Walk.start(planOf([command("a")]));
    walk.end("a", fails());
    const again = walk.machine.decide(
      {
        kind: "attempt_ended",
        task: "a",
        attempt: 1,
        costNano: 5,
        model: null,
        survivors: [],
        findings: [],
        files: null,
        captureProblems: [],
        commit: null,
        repairs: [],
        secs: 0,
        ...passes(),
      },
      0,
    );
    expect(again).toEqual([]);
  });
});

describe("declared fields and files", () => {
  const findings = ['output missing declared field "n"'];

  it("turn a passing attempt into a measured failure that keeps its output (EXEC-071 FILE-012 EXEC-142)", () => {
    const plan = planOf([command("a")]);
    const walk = Walk.through(plan, { a: { ...passes({ m: 1 }), findings } });
    expect(walk.row("a")).toMatchObject({
      status: "fail",
      output: { m: 1 },
      note: 'output missing declared field "n"',
    });
    expect(walk.entries("attempt_ended")[0]?.outcome).toBe("failed");
  });

  it.each([
    ["failed", exits(2, undefined, "boom"), "fail", "exit 2: boom"],
    ["declared a failure", passes({ status: "fail" }), "fail", "task declared status=fail"],
    ["skipped itself", passes({ status: "skipped" }), "skipped", "task declared status=skipped"],
  ])("are not owed by an attempt that %s (EXEC-079 EXEC-142)", (_, end, status, note) => {
    const walk = Walk.through(planOf([command("a")]), { a: { ...end, findings } });
    expect(walk.row("a")).toMatchObject({ status, note });
  });
});

describe("repairs", () => {
  const repairs = [
    { label: "a repair 1/2", round: 1, of: 2, cost_usd: 0.1, notes: ["output missing"] },
    { label: "a repair 2/2", round: 2, of: 2, cost_usd: 0.1, notes: ["output missing"] },
  ];

  it("are recorded on the row and count as one attempt with their cost (EXEC-089 EXEC-087 WIRE-016)", () => {
    const walk = Walk.through(planOf([agent("a", { repair: 2 })]), {
      a: costing(0.5, { ...passes({ n: 1 }), repairs }),
    });
    expect(walk.row("a")).toMatchObject({ status: "pass", attempts: 1, cost_usd: 0.5, repairs });
  });

  it("leave the note that the task would have had without them (EXEC-090)", () => {
    const findings = ['output missing declared field "n"'];
    const without = Walk.through(planOf([agent("a")]), { a: { ...passes(), findings } });
    const walk = Walk.through(planOf([agent("a", { repair: 2 })]), {
      a: { ...passes(), findings, repairs },
    });
    expect(walk.row("a").note).toBe(without.row("a").note);
    expect(walk.row("a").note).toBe('output missing declared field "n"');
  });
});
