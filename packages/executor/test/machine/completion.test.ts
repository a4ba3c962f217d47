import { describe, expect, it } from "vitest";
import { REFUSED_NOTE } from "../../src/machine/rules/completion.js";
import { completes, costing, fails, passes, timesOut, transport } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  over,
  planOf,
  topK,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("early completion", () => {
  it.each([
    ["command", command("a")],
    ["evaluation", evaluate("a")],
  ])(
    "of a passing %s ends dispatch, and the run is valid (EXEC-026 EXEC-027 EXEC-017)",
    (_, task) => {
      const plan = planOf([task, command("b"), command("c", { after: ["a"] })]);
      const walk = Walk.through(plan, { a: completes("nothing to do") });
      expect(walk.rows()).toEqual(["a pass"]);
      expect(walk.ending).toBe("valid complete: completed early by a: nothing to do");
    },
  );

  it("needs no reason (EXEC-030 WIRE-021)", () => {
    const walk = Walk.through(planOf([command("a"), command("b")]), { a: completes() });
    expect(walk.ending).toBe("valid complete: completed early by a");
    expect(walk.row("a").note).toBe("");
  });

  it("ignores a reason that is no text, with a note (EXEC-031)", () => {
    const walk = Walk.through(planOf([command("a"), command("b")]), { a: completes(5) });
    expect(walk.ending).toBe("valid complete: completed early by a");
    expect(walk.row("a")).toMatchObject({
      status: "pass",
      note: "`reason` is not a string and was ignored",
    });
  });

  it.each(["true", 1, false, null, [], {}])(
    "counts only the boolean true, not %j (EXEC-028)",
    (value) => {
      const walk = Walk.through(planOf([command("a"), command("b")]), {
        a: passes({ complete: value }),
      });
      expect(walk.rows()).toEqual(["a pass", "b pass"]);
      expect(walk.ending).toBe("valid finished: completed");
    },
  );

  it("counts only from a passing task (EXEC-029)", () => {
    const walk = Walk.through(planOf([command("a", ADVISORY), command("b")]), {
      a: fails({ complete: true }),
    });
    expect(walk.rows()).toEqual(["a fail", "b pass"]);
  });

  it("leaves what was not dispatched unsettled, a settled join and a required task too (EXEC-032 EXEC-033 EXEC-018)", () => {
    const plan = planOf([
      command("a"),
      command("observer", { after: ["a"], join: "settled" }),
      command("required"),
    ]);
    const walk = Walk.through(plan, { a: completes() });
    expect(walk.statuses()).toEqual({ a: "pass" });
    expect(walk.starts()).toEqual(["a#1"]);
    expect(walk.verdict.verdict).toBe("valid");
  });

  it("lets what is in flight finish (EXEC-034)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("peer", { isolated: true }),
      command("next", { after: ["peer"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("a", completes());
    expect(walk.entries("verdict")).toEqual([]);
    walk.end("peer", passes());
    expect(walk.statuses()).toEqual({ a: "pass", peer: "pass" });
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("does not launder a required failure, before it or beside it (EXEC-019 EXEC-043 WIRE-022)", () => {
    const plan = planOf([command("bad", { isolated: true }), command("a", { isolated: true })]);
    const before = Walk.start(plan);
    before.end("bad", fails());
    before.end("a", completes("done"));
    expect(before.ending).toBe("invalid complete: completed early by a: done");
    const beside = Walk.start(plan);
    beside.end("a", completes("done"));
    beside.end("bad", timesOut());
    expect(beside.ending).toBe("invalid complete: completed early by a: done");
  });

  it("still runs the epilogue (EXEC-035 EPI-004)", () => {
    const plan = planOf([command("a"), command("b"), command("e", EPILOGUE)]);
    const walk = Walk.through(plan, { a: completes() });
    expect(walk.statuses()).toEqual({ a: "pass", e: "pass" });
    expect(walk.inputs("e").outcome?.exit).toBe("complete");
  });

  it("is refused from an agent: the run goes on and the row says so (EXEC-036 EXEC-038 EXEC-039)", () => {
    const walk = Walk.through(planOf([agent("a"), command("b")]), { a: completes("all done") });
    expect(walk.row("a")).toMatchObject({ status: "pass", note: REFUSED_NOTE });
    expect(walk.row("b").status).toBe("pass");
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("is refused from an agent that skipped itself, beside its own note (EXEC-039 WIRE-026)", () => {
    const walk = Walk.through(planOf([agent("a", ADVISORY), command("b")]), {
      a: passes({ status: "skipped", note: "nothing here", complete: true }),
    });
    expect(walk.row("a")).toMatchObject({
      status: "skipped",
      note: `nothing here; ${REFUSED_NOTE}`,
    });
    expect(walk.row("b").status).toBe("pass");
  });

  it("does not pass through a ranking or a mapped agent (EXEC-037)", () => {
    const plan = planOf([
      evaluate("s"),
      agent("m", over("s")),
      topK("best", 1, "lower", { after: ["s"] }),
      command("last"),
    ]);
    const walk = Walk.through(plan, {
      s: passes({ score: 1, items: ["k"] }),
      "m[k]": completes(),
    });
    expect(walk.statuses()).toEqual({ s: "pass", m: "pass", best: "pass", last: "pass" });
    expect(walk.row("m[k]").note).toBe(REFUSED_NOTE);
  });

  it("has no effect from the epilogue (EXEC-042)", () => {
    const plan = planOf([command("a"), command("e", EPILOGUE), command("f", EPILOGUE)]);
    const walk = Walk.through(plan, { e: completes("early") });
    expect(walk.statuses()).toEqual({ a: "pass", e: "pass", f: "pass" });
    expect(walk.ending).toBe("valid finished: completed");
    expect(walk.row("e").note).toBe("");
  });

  it("belongs to playbooks: a plan file runs on (EXEC-026)", () => {
    const plan = planOf([command("a"), command("b")], { lane: "plan_file" });
    expect(Walk.through(plan, { a: completes() }).rows()).toEqual(["a pass", "b pass"]);
  });

  it("of an item takes effect once its whole node has folded (EXEC-041)", () => {
    const plan = planOf([command("s"), command("m", over("s")), command("next", { after: ["m"] })]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b", "c"] }),
      "m[a]": completes("enough"),
    });
    expect(walk.rows()).toEqual(["s pass", "m[a] pass", "m[b] pass", "m[c] pass", "m pass"]);
    expect(walk.ending).toBe("valid complete: completed early by m[a]: enough");
  });

  it("of the item that settles last takes effect with its node (EXEC-041)", () => {
    const plan = planOf([command("s"), command("m", over("s")), command("next", { after: ["m"] })]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b"] }),
      "m[b]": completes("enough"),
    });
    expect(walk.rows()).toEqual(["s pass", "m[a] pass", "m[b] pass", "m pass"]);
    expect(walk.ending).toBe("valid complete: completed early by m[b]: enough");
  });

  it("of a task takes effect at once, also while an item's waits for its node (EXEC-026 EXEC-041)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), isolated: true }),
      command("a", { after: ["s"] }),
      command("next"),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["x", "y"] }));
    walk.end("m[x]", completes("item"));
    walk.end("a", completes("task"));
    walk.finish();
    expect(walk.rows()).toEqual(["s pass", "m[x] pass", "a pass", "m[y] pass", "m pass"]);
    expect(walk.ending).toBe("valid complete: completed early by a: task");
  });

  it("of items of two nodes counts from the node that folds first, whoever spoke first (EXEC-041 EXEC-027)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), isolated: true }),
      command("n", { ...over("s"), isolated: true }),
      command("next", { after: ["m", "n"] }),
      command("last", { join: "settled", after: ["m"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["x", "y"] }));
    walk.end("m[x]", completes("first"));
    walk.end("n[y]", completes("second"));
    walk.end("n[x]", completes("third"));
    walk.end("m[y]", passes());
    expect(walk.rows()).toEqual([
      "s pass",
      "m[x] pass",
      "n[y] pass",
      "n[x] pass",
      "n pass",
      "m[y] pass",
      "m pass",
    ]);
    expect(walk.ending).toBe("valid complete: completed early by n[y]: second");
  });

  it("cuts a fan-out in flight short: items that never started have no row (EXEC-034 EXEC-032)", () => {
    const plan = planOf([
      command("s"),
      command("a", { isolated: true, after: ["s"] }),
      command("m", { ...over("s"), isolated: true }),
    ]);
    const walk = Walk.start(plan, { width: 2 });
    walk.end("s", passes({ items: ["x", "y", "z"] }));
    expect(walk.inFlight()).toEqual(["a", "m[x]"]);
    walk.end("a", completes());
    walk.end("m[x]", passes({ n: 1 }));
    expect(walk.rows()).toEqual(["s pass", "a pass", "m[x] pass", "m pass"]);
    expect(walk.row("m").output).toEqual({
      instances: 1,
      passed: 1,
      failed: 0,
      not_taken: 0,
      order: ["x"],
      outputs: { x: { n: 1 } },
    });
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("does not cut a fan-out of the epilogue short (EXEC-042 EXEC-035)", () => {
    const plan = planOf([
      command("a"),
      command("s", EPILOGUE),
      command("m", { ...EPILOGUE, ...over("s") }),
    ]);
    const walk = Walk.through(plan, { a: completes(), s: passes({ items: ["x", "y"] }) });
    expect(walk.rows()).toEqual(["a pass", "s pass", "m[x] pass", "m[y] pass", "m pass"]);
  });

  it("keeps what it left unsettled so when a ceiling falls in the epilogue (EXEC-032 CEIL-041)", () => {
    const plan = planOf([command("a"), command("b"), command("e", EPILOGUE)]);
    const walk = Walk.through(plan, { a: completes(), e: timesOut("run") });
    expect(walk.statuses()).toEqual({ a: "pass", e: "fail" });
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("blocks nothing when a required task fails beside it, or a ceiling falls (EXEC-032 EXEC-019 WIRE-005)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("bad", { isolated: true }),
      command("later", { after: ["a"] }),
    ]);
    for (const end of [fails(), timesOut("run")]) {
      const walk = Walk.start(plan);
      walk.end("a", completes());
      walk.end("bad", end);
      expect(walk.rows()).toEqual(["a pass", "bad fail"]);
      expect(walk.verdict.verdict).toBe("invalid");
    }
  });

  it("of an item in a node that fails leaves the rest unsettled too (EXEC-041 EXEC-032)", () => {
    const plan = planOf([command("s"), command("m", over("s")), command("next")]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b"] }),
      "m[a]": completes(),
      "m[b]": fails(),
    });
    expect(walk.rows()).toEqual(["s pass", "m[a] pass", "m[b] fail", "m fail"]);
    expect(walk.ending).toBe("invalid complete: completed early by m[a]");
  });

  it("leaves a fan-out of which nothing ran without rows, also when the epilogue is closed (EXEC-032 CEIL-041)", () => {
    const plan = planOf([
      command("s"),
      command("a", { after: ["s"] }),
      command("m", over("s")),
      command("e", EPILOGUE),
      command("f", { ...EPILOGUE, after: ["e"] }),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["x"] }));
    walk.end("a", completes());
    walk.decide({ kind: "wall_clock_reached" });
    walk.end("e", timesOut("run"));
    expect(walk.rows()).toEqual(["s pass", "a pass", "f blocked", "e fail"]);
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("lets a task in flight try again (EXEC-034)", () => {
    const plan = planOf([command("a", { isolated: true }), command("peer", { isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("a", completes());
    walk.finish({ peer: [transport(), passes()] });
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("keeps its outcome with a spent budget, and the verdict stays invalid (EXEC-015 WIRE-022)", () => {
    const plan = planOf([agent("x"), agent("y", ADVISORY), command("a"), command("b")]);
    const walk = Walk.through(plan, { x: costing(2), a: completes() }, { cost: 2 });
    expect(walk.rows()).toEqual(["x pass", "y blocked", "a pass"]);
    expect(walk.ending).toBe("invalid complete: completed early by a");
  });
});
