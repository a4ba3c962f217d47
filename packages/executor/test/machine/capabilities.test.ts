import { describe, expect, it } from "vitest";
import { fails, passes } from "./support/outcomes.js";
import { ADVISORY, agent, command, EPILOGUE, noul, planOf, route } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const GPU = { needs: "gpu" };

describe("what the place cannot run", () => {
  it("truncates the plan when it is required: nothing starts, the epilogue neither (EXEC-004 EXEC-006 EPI-009)", () => {
    const plan = planOf([command("a"), command("b", GPU), command("e", EPILOGUE)]);
    const walk = Walk.through(plan);
    expect(walk.starts()).toEqual([]);
    expect(walk.row("b")).toMatchObject({
      status: "truncated",
      note: "required task b unrunnable on this substrate",
    });
    for (const name of ["a", "e"]) {
      expect(walk.row(name)).toMatchObject({
        status: "blocked",
        note: "required task b unrunnable on this substrate",
        blocked: { reason: "required_task_failed", task: "b" },
      });
    }
    expect(walk.verdict.reasons[0]).toBe('required task "b" cannot run here: it needs "gpu"');
    expect(walk.ending).toBe("invalid error: truncated at b");
    expect(walk.machine.spentNano).toBe(0);
  });

  it("truncates when a required task needs such a dependency, naming both (EXEC-005)", () => {
    const plan = planOf([command("a", { ...ADVISORY, ...GPU }), command("b", { after: ["a"] })]);
    const walk = Walk.through(plan);
    expect(walk.statuses()).toEqual({ a: "skipped", b: "truncated" });
    expect(walk.verdict.reasons[0]).toBe(
      'required task "b" cannot run here: its dependency "a" needs "gpu"',
    );
  });

  it("says so before anything would start (EXEC-007 WIRE-027)", () => {
    const walk = Walk.through(planOf([command("a"), command("b", GPU)]));
    expect(walk.log.map((entry) => entry.kind)).toEqual([
      "plan_admitted",
      "task_result",
      "task_result",
      "verdict",
      "shutdown",
    ]);
  });

  it("is skipped with its dependents when it is advisory, and the run stays valid (EXEC-008)", () => {
    const plan = planOf([
      command("a", { ...ADVISORY, ...GPU }),
      command("b", { ...ADVISORY, after: ["a"] }),
      command("c", { ...ADVISORY, after: ["b"] }),
      command("d"),
    ]);
    const walk = Walk.through(plan);
    expect(walk.statuses()).toEqual({ a: "skipped", b: "skipped", c: "skipped", d: "pass" });
    expect(walk.row("b").note).toBe("unrunnable on this substrate");
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("does not take along joins that do not need it (EXEC-009 EXEC-110)", () => {
    const plan = planOf([
      command("a", { ...ADVISORY, ...GPU }),
      command("b"),
      command("reads", { after: ["a"], join: "settled" }),
      command("collects", { after: ["a", "b"], join: "passed" }),
    ]);
    const walk = Walk.through(plan);
    expect(walk.statuses()).toEqual({ a: "skipped", b: "pass", reads: "pass", collects: "pass" });
    expect(walk.inputs("reads").entries[0]?.entry).toMatchObject({ status: "skipped" });
  });

  it("fails an advisory passed join over nothing that can run, and truncates a required one (EXEC-108 EXEC-005)", () => {
    const lacking = command("a", { ...ADVISORY, ...GPU });
    const advisory = planOf([lacking, command("j", { ...ADVISORY, after: ["a"], join: "passed" })]);
    expect(Walk.through(advisory).row("j")).toMatchObject({
      status: "fail",
      note: "no dependency passed",
    });
    const required = planOf([lacking, command("j", { after: ["a"], join: "passed" })]);
    expect(Walk.through(required).ending).toBe("invalid error: truncated at j");
  });

  it("runs with the capability, whoever provides it (EXEC-097 EXEC-098)", () => {
    const walk = Walk.through(planOf([command("a", GPU)]), {}, { capabilities: ["gpu"] });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("is told before the epilogue for the epilogue's own tasks (EXEC-008 EPI-001)", () => {
    const plan = planOf([
      command("a"),
      command("e1", { ...EPILOGUE, ...ADVISORY, ...GPU }),
      command("e2", { ...EPILOGUE, ...ADVISORY, after: ["e1"] }),
      command("e3", EPILOGUE),
    ]);
    const walk = Walk.through(plan);
    expect(walk.rows()).toEqual(["a pass", "e1 skipped", "e2 skipped", "e3 pass"]);
  });

  it("truncates at a route without a decision model, in topological order (EXEC-004 HUMAN-010)", () => {
    const decider = { kind: "model", minConfidence: 0.8, files: [] } as const;
    const plan = planOf([
      command("taken", { after: ["gate"], when: { task: "gate", question: "q", is: ["yes"] } }),
      command("read"),
      route("gate", decider, [noul("q")], { after: ["read"], needs: "decision" }),
    ]);
    const walk = Walk.through(plan);
    expect(walk.ending).toBe("invalid error: truncated at gate");
    expect(walk.statuses()).toEqual({ gate: "truncated", taken: "truncated", read: "blocked" });
  });
});

describe("isolation", () => {
  const plan = planOf([agent("a", { ...ADVISORY, isolated: true }), command("b")]);

  it("is refused where it cannot be given; the task never runs in the shared workspace (EXEC-104)", () => {
    const walk = Walk.through(plan, {}, { capabilities: [] });
    expect(walk.starts()).toEqual(["b#1"]);
    expect(walk.row("a")).toMatchObject({
      status: "fail",
      attempts: 0,
      note: "task a requests isolation, which this runner cannot provide (run the plan with --manifest …)",
    });
  });

  it("runs isolated tasks beside each other and one shared task (EXEC-100 EXEC-101)", () => {
    const many = planOf([
      command("s1"),
      command("s2"),
      command("i1", { isolated: true }),
      command("i2", { isolated: true }),
    ]);
    const walk = Walk.start(many);
    expect(walk.inFlight()).toEqual(["s1", "i1", "i2"]);
    walk.end("i1");
    expect(walk.inFlight()).toEqual(["s1", "i2"]);
    walk.end("s1");
    expect(walk.inFlight()).toEqual(["i2", "s2"]);
    expect(walk.effects.filter((e) => e.kind === "start_attempt").map((e) => e.isolated)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it("keeps to the width, the shared attempt included (CEIL-014 MAP-012)", () => {
    const many = planOf([
      command("shared"),
      ...Array.from({ length: 6 }, (_, index) => command(`i${index}`, { isolated: true })),
    ]);
    const walk = Walk.start(many, { width: 3 });
    expect(walk.inFlight()).toEqual(["shared", "i0", "i1"]);
    walk.end("i0", fails());
    expect(walk.inFlight()).toEqual(["shared", "i1"]);
    const wide = Walk.start(many, { width: 3 });
    wide.end("i1", passes());
    expect(wide.inFlight()).toEqual(["shared", "i0", "i2"]);
  });

  it("runs everything one by one at width one, in declaration order (CEIL-014 EXEC-002)", () => {
    const many = planOf([
      command("i", { isolated: true }),
      command("s"),
      command("j", { isolated: true }),
    ]);
    const walk = Walk.through(many, {}, { width: 1 });
    expect(walk.starts()).toEqual(["i#1", "s#1", "j#1"]);
  });
});

describe("a plan that cannot run", () => {
  it("is truncated by the first required task that lacks something, the first declared too (EXEC-004 EXEC-014)", () => {
    const plan = planOf([command("first", GPU), command("second", { needs: "tpu" }), command("c")]);
    const walk = Walk.through(plan);
    expect(walk.ending).toBe("invalid error: truncated at first");
    expect(walk.verdict.reasons[0]).toBe('required task "first" cannot run here: it needs "gpu"');
    expect(walk.row("c")).toMatchObject({
      status: "blocked",
      note: "required task first unrunnable on this substrate",
      blocked: { reason: "required_task_failed", task: "first" },
    });
  });
});
