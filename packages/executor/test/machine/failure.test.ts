import { describe, expect, it } from "vitest";
import { fails, passes, refused, skips, transport } from "./support/outcomes.js";
import { ADVISORY, agent, command, EPILOGUE, evaluate, planOf } from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("a required task that does not pass", () => {
  it("stops dispatch: whatever was not dispatched settles blocked (EXEC-010 EXEC-014 EXEC-111)", () => {
    const plan = planOf([
      command("a"),
      command("unrelated"),
      command("after", { after: ["a"] }),
      command("observer", { after: ["a"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, { a: fails() });
    expect(walk.starts()).toEqual(["a#1"]);
    expect(walk.rows()).toEqual([
      "a fail",
      "unrelated blocked",
      "after blocked",
      "observer blocked",
    ]);
    for (const name of ["unrelated", "after", "observer"]) {
      expect(walk.row(name)).toMatchObject({
        attempts: 0,
        note: "required task a failed",
        blocked: { reason: "required_task_failed", task: "a" },
      });
    }
    expect(walk.verdict.reasons).toEqual([
      'required task "a" settled fail',
      'required task "unrelated" settled blocked',
      'required task "after" settled blocked',
      'required task "observer" settled blocked',
    ]);
    expect(walk.ending).toBe("invalid error: short-circuited at a");
  });

  it("counts a task that skips itself as one that did not pass (EXEC-011)", () => {
    const walk = Walk.through(planOf([command("a"), command("b")]), { a: skips() });
    expect(walk.rows()).toEqual(["a skipped", "b blocked"]);
    expect(walk.row("b").note).toBe("required task a was skipped");
    expect(walk.ending).toBe("invalid error: short-circuited at a");
  });

  it("counts transport and a refused staging the same way (EXEC-010 EXEC-095)", () => {
    const plan = planOf([command("a"), command("b")]);
    const staging = { end: { ...refused("no room for inputs").end, staging: true } as const };
    expect(Walk.through(plan, { a: transport() }).rows()).toEqual(["a transport", "b blocked"]);
    const walk = Walk.through(plan, { a: staging });
    expect(walk.row("a")).toMatchObject({
      status: "blocked",
      note: "no room for inputs",
      blocked: { reason: "staging_refused" },
    });
    expect(walk.row("b").blocked).toEqual({ reason: "required_task_failed", task: "a" });
  });

  it("lets what is in flight finish and settle normally, retries included (EXEC-013)", () => {
    const plan = planOf([
      command("bad", { isolated: true }),
      command("slow", { isolated: true }),
      command("flaky", { isolated: true }),
      command("next", { after: ["slow"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("bad", fails());
    expect(walk.rows()).toEqual(["bad fail", "next blocked"]);
    expect(walk.inFlight()).toEqual(["slow", "flaky"]);
    walk.finish({ flaky: [transport(), passes()] });
    expect(walk.statuses()).toMatchObject({ slow: "pass", flaky: "pass" });
    expect(walk.row("flaky").attempts).toBe(2);
    expect(walk.ending).toBe("invalid error: short-circuited at bad");
  });

  it("never infers that a task is advisory: a leaf gates the verdict (EXEC-023)", () => {
    const walk = Walk.through(planOf([command("main"), command("leaf", { after: ["main"] })]), {
      leaf: fails(),
    });
    expect(walk.verdict).toMatchObject({ verdict: "invalid", outcome: "error" });
  });
});

describe("verdict", () => {
  it("is valid when every required task passed (EXEC-016 EXEC-024 WIRE-002)", () => {
    const walk = Walk.through(planOf([command("a"), agent("b"), evaluate("c")]));
    expect(walk.rows()).toEqual(["a pass", "b pass", "c pass"]);
    expect(walk.verdict).toEqual({
      kind: "verdict",
      verdict: "valid",
      reasons: [],
      gate: "task",
      outcome: "finished",
    });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it.each([
    ["fails", fails()],
    ["is skipped", skips()],
    ["fails by transport", transport()],
  ])("does not depend on an advisory task that %s (EXEC-020 EXEC-012)", (_, end) => {
    const walk = Walk.through(planOf([command("a", ADVISORY), command("b")]), { a: end });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("does not depend on the epilogue, a required report included (EXEC-021 EPI-012)", () => {
    const plan = planOf([command("a"), command("e", EPILOGUE)]);
    const walk = Walk.through(plan, { e: fails() });
    expect(walk.row("e").status).toBe("fail");
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("names at most twenty required tasks and counts the others (EXEC-014)", () => {
    const names = Array.from({ length: 25 }, (_, index) => `t${index}`);
    const walk = Walk.through(planOf(names.map((name) => command(name))), { t0: fails() });
    expect(walk.verdict.reasons).toHaveLength(21);
    expect(walk.verdict.reasons.at(-1)).toBe("and 5 more required tasks");
  });
});
