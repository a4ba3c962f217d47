import { describe, expect, it } from "vitest";
import { exits, fails, passes, skips, transport } from "./support/outcomes.js";
import { ADVISORY, command, noul, planOf, route } from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("readiness", () => {
  it("dispatches a task once its dependencies settled, in declaration order (EXEC-001 EXEC-002)", () => {
    const plan = planOf([
      command("late", { after: ["first", "second"] }),
      command("second"),
      command("first"),
      command("last", { after: ["late"] }),
    ]);
    expect(Walk.through(plan).starts()).toEqual(["second#1", "first#1", "late#1", "last#1"]);
  });

  it("gives equal logs for equal facts (EXEC-002 EXEC-025)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("b", { isolated: true }),
      command("c", { after: ["a"] }),
      command("d", { after: ["b"] }),
    ]);
    expect(Walk.through(plan).log).toEqual(Walk.through(plan).log);
  });

  it("lets no field of an output choose what runs next (EXEC-003)", () => {
    const plan = planOf([command("a"), command("b", { after: ["a"] })]);
    const script = { a: passes({ next: "c", goto: ["x"], depends_on: [] }) };
    expect(Walk.through(plan, script).rows()).toEqual(["a pass", "b pass"]);
  });
});

/** One advisory dependency `d` that ends so, and what a dependent with the join comes to. */
const BY_JOIN = [
  { d: passes(), status: "pass", all: "pass", passed: "pass", settled: "pass" },
  { d: fails(), status: "fail", all: "blocked", passed: "fail", settled: "pass" },
  { d: transport(), status: "transport", all: "blocked", passed: "fail", settled: "pass" },
  { d: skips(), status: "skipped", all: "skipped", passed: "fail", settled: "pass" },
] as const;

describe("joins", () => {
  it.each(BY_JOIN)("over a dependency that ends $status (EXEC-105 EXEC-108 EXEC-109)", (row) => {
    for (const join of ["all", "passed", "settled"] as const) {
      const plan = planOf([
        command("d", ADVISORY),
        command("t", { ...ADVISORY, after: ["d"], join }),
      ]);
      const walk = Walk.through(plan, { d: row.d });
      expect(walk.statuses(), join).toEqual({ d: row.status, t: row[join] });
    }
  });

  it("runs a passed join on one passing dependency once all have settled (EXEC-107)", () => {
    const plan = planOf([
      command("good"),
      command("bad", ADVISORY),
      command("t", { after: ["good", "bad"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { bad: fails() });
    expect(walk.starts()).toEqual(["good#1", "bad#1", "t#1"]);
    expect(walk.statuses()).toEqual({ good: "pass", bad: "fail", t: "pass" });
  });

  it("fails a passed join without an attempt when nothing passed, and says so (EXEC-108)", () => {
    const plan = planOf([
      command("a", ADVISORY),
      command("b", ADVISORY),
      command("j", { after: ["a", "b"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { a: fails(), b: skips() });
    expect(walk.row("j")).toMatchObject({
      status: "fail",
      attempts: 0,
      note: "no dependency passed",
    });
    expect(walk.ending).toBe("invalid error: short-circuited at j");
  });

  it("passes on what stopped an all-join, its reason in the row (EXEC-012 EXEC-149)", () => {
    const plan = planOf([
      command("bad", ADVISORY),
      command("lazy", ADVISORY),
      command("blocked", { ...ADVISORY, after: ["bad", "lazy"] }),
      command("after-blocked", { ...ADVISORY, after: ["blocked"] }),
      command("skipped", { ...ADVISORY, after: ["lazy"] }),
      command("sibling"),
    ]);
    const walk = Walk.through(plan, { bad: fails(), lazy: skips() });
    expect(walk.row("blocked")).toMatchObject({
      status: "blocked",
      attempts: 0,
      note: "dependency did not pass",
      blocked: { reason: "dependency_did_not_pass" },
    });
    expect(walk.row("after-blocked").status).toBe("blocked");
    expect(walk.row("skipped")).toMatchObject({
      status: "skipped",
      note: "dependency lazy was skipped",
    });
    expect(walk.row("sibling").status).toBe("pass");
    expect(walk.verdict).toMatchObject({ verdict: "valid", reasons: [] });
  });

  it("lets an all-join run over an optional branch that was not taken, and no other (EXEC-105 EXEC-106)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("branch", { after: ["r"], when: { task: "r", question: "q", is: ["yes"] } }),
      command("needs-it", { after: ["branch"] }),
      command("leaf", { after: ["needs-it"] }),
      command("may-miss-it", { after: ["branch"], optional: ["branch"] }),
    ]);
    const walk = Walk.through(plan, { s: passes({ q: false }) });
    expect(walk.statuses()).toEqual({
      s: "pass",
      r: "pass",
      branch: "not_taken",
      "needs-it": "not_taken",
      leaf: "not_taken",
      "may-miss-it": "pass",
    });
    expect(walk.row("needs-it")).toMatchObject({
      note: "dependency branch was not taken",
      attempts: 0,
    });
    expect(walk.inputs("may-miss-it").entries).toEqual([]);
    expect(walk.verdict.verdict).toBe("valid");
  });

  it("still blocks an all-join whose optional dependency failed (EXEC-105)", () => {
    const plan = planOf([
      command("d", ADVISORY),
      command("t", { ...ADVISORY, after: ["d"], optional: ["d"] }),
    ]);
    expect(Walk.through(plan, { d: exits(3) }).row("t").status).toBe("blocked");
  });
});
