import type { Plan } from "@crucible/core";
import { describe, expect, it } from "vitest";
import { planRerun, type RerunPlan } from "../../src/machine/index.js";
import { completes, costing, exits, fails, passes, skips, withFiles } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  files,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk, type WalkOptions } from "./support/walk.js";

const PARENT = { run: "run-1", execution: "x-1" };

function planned(plan: Plan, parent: Walk, ...selected: readonly string[]): RerunPlan {
  return planRerun({ plan, parent: PARENT, log: parent.log, selected });
}

function refusals(plan: RerunPlan): readonly string[] {
  return plan.kind === "refused" ? plan.problems.map((problem) => problem.message) : [];
}

function rerun(
  plan: Plan,
  parent: Walk,
  selected: readonly string[],
  options: WalkOptions = {},
): Walk {
  const result = planned(plan, parent, ...selected);
  expect(refusals(result)).toEqual([]);
  const reused = result.kind === "rerun" ? result.reused : [];
  const walk = new Walk(plan, { ...options, reused });
  if (result.kind === "rerun") {
    walk.decide({ kind: "started", base: result.base, reused: result.reused });
  }
  return walk;
}

const CHAIN = planOf([
  command("a"),
  command("b", { after: ["a"] }),
  command("c", { after: ["b"] }),
  command("aside"),
  command("e", EPILOGUE),
]);

describe("a rerun", () => {
  it("runs the selected task, what comes after it and the epilogue again, and reuses the rest (RERUN-005 RERUN-006 RERUN-009)", () => {
    const walk = rerun(CHAIN, Walk.through(CHAIN), ["b"]).finish();
    expect(walk.starts()).toEqual(["b#1", "c#1", "e#1"]);
    expect(walk.rows()).toEqual(["a pass", "aside pass", "b pass", "c pass", "e pass"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("needs nothing of its place for what it reuses, and feeds it to what follows (RERUN-025)", () => {
    const plan = planOf([
      command("a", { needs: "gpu" }),
      command("b", { after: ["a"], needs: "gpu" }),
      command("c", { after: ["b"] }),
      command("aside", { ...ADVISORY, needs: "gpu" }),
    ]);
    const parent = Walk.through(plan, { b: passes({ n: 1 }) }, { capabilities: ["gpu"] });
    const walk = rerun(plan, parent, ["c"], { capabilities: [] });
    expect(walk.starts()).toEqual(["c#1"]);
    expect(walk.machine.inputsOf("c")).toEqual(parent.machine.inputsOf("c"));
    expect(walk.finish().rows()).toEqual(["a pass", "b pass", "aside pass", "c pass"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("is truncated where the place lacks what a task needs that runs again (RERUN-025)", () => {
    const plan = planOf([command("a", { needs: "gpu" }), command("b", { after: ["a"] })]);
    const parent = Walk.through(plan, {}, { capabilities: ["gpu"] });
    const walk = rerun(plan, parent, ["a"], { capabilities: [] });
    expect(walk.rows()).toEqual(["a truncated", "b truncated"]);
  });

  it("marks each reused row with the execution that produced it (RERUN-012 RERUN-028 WIRE-031)", () => {
    const walk = rerun(CHAIN, Walk.through(CHAIN, { a: passes({ n: 1 }) }), ["c"]);
    expect(walk.row("a")).toMatchObject({ status: "pass", output: { n: 1 }, reused: PARENT });
    expect(walk.log[0]?.kind).toBe("plan_admitted");
    expect(walk.rows()).toEqual(["a pass", "b pass", "aside pass"]);
  });

  it("takes lines of a log as they are read, envelopes left behind (RERUN-028)", () => {
    const parent = Walk.through(CHAIN);
    const lines = parent.log.map((entry, seq) => ({
      v: 1 as const,
      seq,
      ts: "2030-01-01T00:00:00Z",
      ms: 0,
      more: true as const,
      ...entry,
    }));
    const request = { plan: CHAIN, parent: PARENT, selected: ["b"] };
    expect(planRerun({ ...request, log: lines })).toEqual(
      planRerun({ ...request, log: parent.log }),
    );
  });

  it("names for a row that the parent reused the run that its row names (RERUN-029)", () => {
    const first = Walk.through(CHAIN);
    const second = rerun(CHAIN, first, ["c"]).finish();
    const result = planRerun({
      plan: CHAIN,
      parent: { run: "run-2", execution: "x-2" },
      log: second.log,
      selected: ["c"],
    });
    expect(
      result.kind === "rerun" &&
        result.reused.map((entry) => [entry.task, "reused" in entry && entry.reused]),
    ).toEqual([
      ["a", PARENT],
      ["b", PARENT],
      ["aside", PARENT],
    ]);
    const third = rerun(CHAIN, second, ["aside"]).finish();
    expect(third.row("a").reused).toEqual(PARENT);
  });

  it("runs again whatever the parent did not settle passing (RERUN-007 RUN-006)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("left", { after: ["r"], when: { task: "r", question: "q", is: ["no"] } }),
      command("bad", ADVISORY),
      command("lazy", ADVISORY),
      command("behind", { ...ADVISORY, after: ["bad"] }),
      command("reads", { after: ["bad"], join: "settled" }),
      command("good"),
    ]);
    const parent = Walk.through(plan, { s: passes({ q: "yes" }), bad: fails(), lazy: skips() });
    const result = planned(plan, parent, "good");
    expect(result).toMatchObject({
      kind: "rerun",
      rerun: ["left", "bad", "lazy", "behind", "good"],
    });
  });

  it("runs again what the parent left unsettled, and ignores that a reused task had completed (RERUN-033 RERUN-007)", () => {
    const plan = planOf([command("a"), command("b"), command("c", { after: ["a"] })]);
    const parent = Walk.through(plan, { a: completes("nothing") });
    const walk = rerun(plan, parent, ["c"]).finish();
    expect(walk.starts()).toEqual(["b#1", "c#1"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("runs again what the parent did not have (RERUN-008)", () => {
    const grown = planOf([...CHAIN.tasks, command("new", { after: ["a"] })]);
    expect(planned(grown, Walk.through(CHAIN), "aside")).toMatchObject({ rerun: ["aside", "new"] });
  });

  it("reruns every member of a loop when one does (RERUN-010)", () => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
      command("beside"),
    ]);
    const parent = Walk.through(plan, { "review[round-1]": fails() });
    expect(planned(plan, parent, "author")).toMatchObject({ rerun: ["author", "review"] });
    expect(planned(plan, parent, "review")).toMatchObject({ rerun: ["author", "review"] });
    const walk = rerun(plan, parent, ["beside"]).finish();
    expect(walk.starts()).toEqual(["beside#1"]);
    expect(walk.statuses()).toEqual({ author: "pass", review: "pass", beside: "pass" });
  });

  it("reuses or reruns a mapped task whole (RERUN-011 MAP-020)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), ...ADVISORY, ...files("x") }),
      command("t", { after: ["m"], join: "settled" }),
    ]);
    const items = passes({ items: ["a", "b"] });
    const whole = Walk.through(plan, {
      s: items,
      "m[a]": withFiles(passes({ n: 1 }), "x"),
      "m[b]": withFiles(passes({ n: 2 }), "x"),
    });
    const reusing = rerun(plan, whole, ["t"]);
    expect(reusing.inFlight()).toEqual(["t"]);
    expect(reusing.inputs("t")).toEqual(whole.inputs("t"));
    expect(reusing.row("m").output).toEqual(whole.row("m").output);
    for (const entry of reusing.log) {
      expect(reusing.machine.outputSource(entry)).toBeUndefined();
    }
    const broken = Walk.through(plan, { s: items, "m[a]": fails() });
    const again = rerun(plan, broken, ["t"]);
    again.finish();
    expect(again.starts()).toEqual(["m[a]#1", "m[b]#1", "t#1"]);
  });

  it("feeds reused results and files to dependents as live ones (RERUN-025 RERUN-027 RERUN-032)", () => {
    const plan = planOf([
      command("s", files("f")),
      command("m", over("s")),
      command("t", { after: ["s", "m"] }),
    ]);
    const parent = Walk.through(plan, { s: withFiles(passes({ items: ["k"] }), "f") });
    const walk = rerun(plan, parent, ["t"]);
    expect(walk.inputs("t")).toEqual(parent.inputs("t"));
    const mapping = rerun(plan, parent, ["m"]).finish();
    expect(mapping.row("m[k]").status).toBe("pass");
    expect(mapping.row("m[k]").reused).toBeUndefined();
  });

  it("does not count reused spend, and reports it apart (RERUN-030 RERUN-031)", () => {
    const plan = planOf([agent("a"), agent("b", { after: ["a"] })]);
    const parent = Walk.through(plan, { a: costing(50), b: costing(1) });
    const walk = rerun(plan, parent, ["b"], { cost: 1 });
    walk.end("b", costing(0.5));
    expect(walk.machine.spentNano).toBe(500_000_000);
    expect(walk.row("a").cost_usd).toBe(50);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("replays the commits of reused tasks in the order in which they settled, rounds too (RERUN-022 RERUN-018)", () => {
    const plan = planOf([
      command("late", { after: ["early"] }),
      command("early"),
      command("author"),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
      command("last"),
    ]);
    const parent = Walk.through(plan, {
      early: { ...passes(), commit: "c1" },
      late: { ...passes(), commit: "c2" },
      "author[round-1]": { ...passes(), commit: "c3" },
      "review[round-1]": exits(1),
      "author[round-2]": { ...passes(), commit: "c4" },
      last: { ...passes(), commit: "c5" },
    });
    const result = planned(plan, parent, "last");
    expect(result).toMatchObject({ base: "base", commits: ["c1", "c2", "c3", "c4"] });
  });

  it("survives its own interruption (RESUME-002 RERUN-025)", () => {
    const walk = rerun(CHAIN, Walk.through(CHAIN), ["b"]);
    const resumed = walk.resume().finish();
    expect(resumed.starts()).toEqual(["b#1", "b#2", "c#1", "e#1"]);
    expect(resumed.ending).toBe("valid finished: completed");
  });
});

describe("a rerun is refused", () => {
  const parent = Walk.through(CHAIN);

  it("without a selection, for unknown names and for the epilogue (RERUN-002 RERUN-004)", () => {
    expect(refusals(planned(CHAIN, parent))).toEqual([
      "a rerun names at least one task to run again",
    ]);
    expect(refusals(planned(CHAIN, parent, "asid", "e", "zzz"))).toEqual([
      'the plan has no task "asid"; did you mean "aside"?',
      'task "e" is in the epilogue, which always runs again; select a task of the main graph',
      'the plan has no task "zzz"',
    ]);
  });

  it("while the parent has not shut down, or has no log (RERUN-003 RERUN-026)", () => {
    expect(refusals(planned(CHAIN, Walk.start(CHAIN), "a"))).toEqual([
      "run run-1 has not ended; resume it, or stop it first",
    ]);
    expect(refusals(planned(CHAIN, new Walk(CHAIN), "a"))).toEqual([
      "the log of run run-1 holds no plan",
    ]);
  });

  it("for every reused task whose definition changed, and for no other (RERUN-013 RERUN-014 RERUN-015)", () => {
    const edited = (name: string): Plan =>
      planOf(
        CHAIN.tasks.map((task) => (task.name === name ? { ...task, timeoutMs: 5_000 } : task)),
      );
    expect(refusals(planned(edited("a"), parent, "aside"))).toEqual(
      ["a", "b", "c"].map(
        (name) => `task "${name}" is not what run run-1 ran; select it, or undo the change`,
      ),
    );
    expect(refusals(planned(edited("b"), parent, "b"))).toEqual([]);
  });

  it("not for edits after the selection (RERUN-017 RERUN-016)", () => {
    const edited = planOf(
      CHAIN.tasks.map((task) => (task.name === "c" ? { ...task, timeoutMs: 5_000 } : task)),
    );
    expect(refusals(planned(edited, parent, "b"))).toEqual([]);
    expect(refusals(planned(edited, parent, "aside"))).toEqual([
      'task "c" is not what run run-1 ran; select it, or undo the change',
    ]);
  });

  it("not for a parent that was stopped (RERUN-003)", () => {
    const stopped = Walk.start(CHAIN);
    stopped.end("a");
    stopped.decide({ kind: "stop_requested", reason: "" });
    stopped.end("b", { end: { kind: "cancelled" } });
    expect(planned(CHAIN, stopped, "b")).toMatchObject({ rerun: ["b", "c", "aside"] });
  });
});

describe("what a rerun runs again", () => {
  it("is everything downstream, along every branch (RERUN-006 RERUN-005)", () => {
    const plan = planOf([
      command("a"),
      command("b", { after: ["a"] }),
      command("c", { after: ["a"] }),
      command("d", { after: ["b"] }),
      command("e", { after: ["c", "d"] }),
      command("aside"),
    ]);
    const result = planned(plan, Walk.through(plan), "a");
    expect(result).toMatchObject({ kind: "rerun", rerun: ["a", "b", "c", "d", "e"] });
  });

  it("leaves the keys of a mapped task behind with its rows (RERUN-011 RERUN-012)", () => {
    const plan = planOf([command("s"), command("kept", over("s")), command("again", over("s"))]);
    const parent = Walk.through(plan, { s: passes({ items: ["k"] }) });
    const result = planned(plan, parent, "again");
    const names = result.kind === "rerun" ? result.reused.map(({ task }) => task) : [];
    expect(names).toEqual(["s", "kept", "kept[k]", "kept"]);
  });

  it("never starts the items that a completion left out of a reused fan-out (RERUN-011 RERUN-012)", () => {
    const plan = planOf([
      command("s"),
      command("stop", { after: ["s"] }),
      command("m", { ...over("s"), isolated: true }),
    ]);
    const parent = Walk.start(plan, { width: 2 });
    parent.end("s", passes({ items: ["a", "b", "c"] }));
    parent.end("stop", completes());
    parent.end("m[a]");
    expect(parent.rows()).toEqual(["s pass", "stop pass", "m[a] pass", "m pass"]);
    const walk = rerun(plan, parent, ["stop"]).finish();
    expect(walk.starts()).toEqual(["stop#1"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("leaves a reused fan-out settled while a failed dependency of it runs (RERUN-025 RERUN-007)", () => {
    const plan = planOf([
      command("s"),
      command("x", ADVISORY),
      command("m", { ...over("s"), after: ["s", "x"], join: "settled" }),
      command("t", { after: ["m"] }),
    ]);
    const parent = Walk.through(plan, { s: passes({ items: ["k", "j"] }), x: fails() });
    const walk = rerun(plan, parent, ["t"]).finish();
    expect(walk.starts()).toEqual(["x#1", "t#1"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("leaves a reused task settled once where it could not run (RERUN-012 EXEC-008)", () => {
    const plan = planOf([command("g", { ...ADVISORY, needs: "gpu" }), command("a")]);
    const parent = Walk.through(plan, {}, { capabilities: ["gpu"] });
    const walk = rerun(plan, parent, ["a"], { capabilities: [] }).finish();
    expect(walk.row("g").status).toBe("pass");
    expect(walk.starts()).toEqual(["a#1"]);
  });
});
