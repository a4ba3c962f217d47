import { describe, expect, it } from "vitest";
import { completes, costing, fails, passes, timesOut, transport } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

const BUDGET = {
  status: "blocked",
  attempts: 0,
  note: "budget ceiling reached",
  blocked: { reason: "budget_ceiling" },
};
const WALL = {
  status: "blocked",
  attempts: 0,
  note: "wall-clock ceiling reached",
  blocked: { reason: "wall_clock_ceiling" },
};

describe("the cost ceiling", () => {
  it("blocks the next task that can spend once spend equals it (CEIL-009 CEIL-012 CEIL-015)", () => {
    const walk = Walk.through(planOf([agent("a"), agent("b")]), { a: costing(2) }, { cost: 2 });
    expect(walk.row("b")).toMatchObject(BUDGET);
    expect(walk.entries("ceiling_reached")).toEqual([{ kind: "ceiling_reached", ceiling: "cost" }]);
    expect(walk.verdict.reasons).toContain("cost ceiling reached");
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("admits a task just below it, and lets it carry the total past (CEIL-017 CEIL-019 EXEC-015)", () => {
    const plan = planOf([agent("a"), agent("b")]);
    const walk = Walk.through(plan, { a: costing(0.6), b: costing(0.6) }, { cost: 1 });
    expect(walk.statuses()).toEqual({ a: "pass", b: "pass" });
    expect(walk.machine.spentNano).toBe(1_200_000_000);
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("is kept by spend that equals it when nothing more has to be spent (CEIL-020)", () => {
    const plan = planOf([agent("a"), command("b")]);
    const walk = Walk.through(plan, { a: costing(2) }, { cost: 2 });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("counts ten times a tenth as exactly one (CEIL-012)", () => {
    const plan = planOf(Array.from({ length: 10 }, (_, index) => agent(`a${index}`)));
    const script = Object.fromEntries(plan.tasks.map(({ name }) => [name, costing(0.1)]));
    expect(Walk.through(plan, script, { cost: 1 }).ending).toBe("valid finished: completed");
  });

  it("never holds a task that cannot spend: it runs and tries again (CEIL-008 CEIL-022 EXEC-112)", () => {
    const person = route("ask", { kind: "human" }, [noul("q")], { needs: "human" });
    const plan = planOf([
      agent("a"),
      agent("b", ADVISORY),
      command("c", { after: ["b"], join: "settled" }),
      evaluate("e"),
      agent("reader", { ...ADVISORY, after: ["b"], join: "settled" }),
      route("r", { kind: "output", task: "c" }, [noul("q")], { after: ["c"] }),
      { ...person, dependsOn: ["c"] },
    ]);
    const walk = Walk.start(plan, { cost: 1, capabilities: ["human"] });
    walk.end("a", costing(1));
    walk.end("c", transport());
    walk.end("c", passes({ q: true }));
    expect(walk.inFlight()).toEqual(["e", "ask"]);
    walk.end("e");
    expect(walk.statuses()).toEqual({
      a: "pass",
      b: "blocked",
      c: "pass",
      e: "pass",
      reader: "blocked",
      r: "pass",
    });
    expect(walk.row("reader")).toMatchObject(BUDGET);
    expect(walk.row("c").attempts).toBe(2);
  });

  it("holds agents and model-decided routes, and no other kind (CEIL-005 CEIL-007 ROUTE-022)", () => {
    const model = route("m", { kind: "model", minConfidence: 0.5, files: [] }, [noul("q")], {
      ...ADVISORY,
      after: ["first"],
    });
    const plan = planOf([agent("first"), agent("a", ADVISORY), model, command("c"), evaluate("e")]);
    const walk = Walk.through(plan, { first: costing(1) }, { cost: 1 });
    expect(walk.statuses()).toEqual({
      first: "pass",
      a: "blocked",
      m: "blocked",
      c: "pass",
      e: "pass",
    });
  });

  it("counts what attempts in flight have reported so far (CEIL-011 CEIL-010)", () => {
    const lanes = { ...ADVISORY, isolated: true };
    const plan = planOf([
      agent("a", lanes),
      command("gate", { isolated: true }),
      agent("b", { ...lanes, after: ["gate"] }),
      command("gate2", { isolated: true, after: ["gate"] }),
      agent("c", { ...lanes, after: ["gate2"] }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.spend("a", 0.4);
    walk.end("gate");
    expect(walk.inFlight()).toContain("b");
    walk.spend("a", 0.7);
    walk.spend("b", 0.3);
    walk.end("gate2");
    expect(walk.row("c")).toMatchObject(BUDGET);
  });

  it("stays refused when figures in flight settle lower (CEIL-013 CEIL-018)", () => {
    const plan = planOf([
      agent("a", { isolated: true }),
      command("gate", { isolated: true }),
      agent("b", { ...ADVISORY, after: ["gate"] }),
      agent("c", { ...ADVISORY, after: ["a"] }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.spend("a", 1);
    walk.end("gate");
    walk.end("a", costing(0.2));
    expect(walk.statuses()).toEqual({ gate: "pass", b: "blocked", a: "pass", c: "blocked" });
    expect(walk.machine.spentNano).toBe(200_000_000);
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 1e30])(
    "counts a figure that says nothing, such as %d, as the most and never as nothing (CEIL-011 CEIL-019)",
    (costNano) => {
      const plan = planOf([agent("a", { isolated: true }), agent("b", { isolated: true })]);
      const walk = Walk.start(plan);
      walk.decide({ kind: "spend_reported", task: "b", attempt: 1, costNano });
      expect(walk.machine.spentNano).toBeGreaterThan(1e15);
      walk.end("b");
      expect(walk.machine.spentNano).toBe(0);
      walk.end("a", { ...passes(), costNano });
      expect(walk.ending).toBe("invalid budget: budget exceeded");
    },
  );

  it("never ends an attempt (CEIL-016)", () => {
    const plan = planOf([agent("a", { isolated: true }), agent("b", { isolated: true })]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.spend("a", 5);
    walk.end("b", costing(2));
    expect(walk.inFlight()).toEqual(["a"]);
    expect(walk.effects.filter((effect) => effect.kind === "end_attempts")).toEqual([]);
  });

  it("blocks retries of what can spend, with the failure in the note (CEIL-021)", () => {
    const walk = Walk.through(
      planOf([agent("a")]),
      { a: costing(1, transport("reset")) },
      { cost: 1 },
    );
    expect(walk.starts()).toEqual(["a#1"]);
    expect(walk.row("a")).toMatchObject({
      status: "transport",
      note: "budget ceiling reached after transport attempt: reset",
    });
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("admits items one at a time and refuses the later ones (CEIL-010 MAP-011)", () => {
    const plan = planOf([command("s"), agent("m", { ...over("s"), ...ADVISORY })]);
    const walk = Walk.through(
      plan,
      { s: passes({ items: ["a", "b", "c"] }), "m[a]": costing(0.5), "m[b]": costing(0.5) },
      { cost: 1 },
    );
    expect(walk.rows()).toEqual(["s pass", "m[a] pass", "m[b] pass", "m[c] blocked", "m fail"]);
    expect(walk.row("m[c]")).toMatchObject(BUDGET);
    expect(walk.row("m")).toMatchObject({ note: "1 of 3 instances failed: c", cost_usd: 1 });
  });

  it("that refused items leaves what cannot spend to run, the node being required (CEIL-022 CEIL-008)", () => {
    const plan = planOf([
      command("s"),
      agent("m", { ...over("s"), isolated: true }),
      command("d", { after: ["s"] }),
      command("after", { after: ["m"], join: "settled" }),
    ]);
    const walk = Walk.start(plan, { cost: 1, width: 1 });
    walk.end("s", passes({ items: ["a", "b"] }));
    walk.finish({ "m[a]": costing(1) });
    expect(walk.row("m[b]")).toMatchObject(BUDGET);
    expect(walk.statuses()).toEqual({ s: "pass", m: "fail", d: "pass", after: "pass" });
    expect(walk.shutdown).toMatchObject({ verdict: "invalid", outcome: "budget" });
  });

  it("blocks a fan-out whole that can spend and comes after it (CEIL-015)", () => {
    const plan = planOf([agent("s"), agent("m", { ...over("s"), ...ADVISORY })]);
    const walk = Walk.through(plan, { s: costing(1, passes({ items: ["a"] })) }, { cost: 1 });
    expect(walk.row("m")).toMatchObject(BUDGET);
    expect(walk.entries("fan_out")).toEqual([]);
  });

  it("leaves a stage's report and commands to the epilogue, not its agents (EPI-007 EPI-008)", () => {
    const plan = planOf([agent("a"), agent("b"), agent("ea", EPILOGUE), command("ec", EPILOGUE)]);
    const walk = Walk.through(plan, { a: costing(1) }, { cost: 1 });
    expect(walk.row("ea")).toMatchObject(BUDGET);
    expect(walk.row("ec").status).toBe("pass");
  });

  it("reached in the epilogue changes nothing but the epilogue (CEIL-039 CEIL-041)", () => {
    const plan = planOf([
      agent("a"),
      agent("e1", EPILOGUE),
      agent("e2", EPILOGUE),
      command("e3", EPILOGUE),
    ]);
    const walk = Walk.through(plan, { a: costing(0.5), e1: costing(9) }, { cost: 1 });
    expect(walk.statuses()).toEqual({ a: "pass", e1: "pass", e2: "blocked", e3: "pass" });
    expect(walk.ending).toBe("valid finished: completed");
  });
});

describe("the budget of a plan file", () => {
  const lane = { lane: "plan_file" } as const;

  it("blocks everything once it is overrun (CEIL-023)", () => {
    const plan = planOf([agent("a"), command("b"), command("c", { after: ["b"] })], lane);
    const walk = Walk.through(plan, { a: costing(2) }, { cost: 1 });
    expect(walk.row("b")).toMatchObject(BUDGET);
    expect(walk.row("c")).toMatchObject(BUDGET);
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("is kept by spend that equals it only when nothing is left to do (CEIL-020 CEIL-023)", () => {
    const last = planOf([command("b"), agent("a", { after: ["b"] })], lane);
    expect(Walk.through(last, { a: costing(1) }, { cost: 1 }).ending).toBe(
      "valid finished: completed",
    );
    const more = planOf([agent("a"), command("b", { after: ["a"] })], lane);
    const walk = Walk.through(more, { a: costing(1) }, { cost: 1 });
    expect(walk.row("b")).toMatchObject(BUDGET);
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("blocks retries of commands too (CEIL-023)", () => {
    const plan = planOf([agent("a", { isolated: true }), command("b", { isolated: true })], lane);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("a", costing(2));
    walk.end("b", transport("reset"));
    expect(walk.row("b").note).toBe("budget ceiling reached after transport attempt: reset");
  });
});

describe("the wall-clock ceiling", () => {
  it("ends every attempt, blocks everything, and invalidates the run (CEIL-024 CEIL-025 CEIL-026)", () => {
    const plan = planOf([
      agent("a", { isolated: true }),
      command("b", { isolated: true }),
      command("c", { after: ["a"], join: "settled" }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.start(plan, { wallMs: 90_000 });
    walk.nowMs = 90_000;
    walk.decide({ kind: "wall_clock_reached" });
    expect(walk.effects.at(-1)).toEqual({ kind: "end_attempts", cause: "wall_clock" });
    expect(walk.row("c")).toMatchObject(WALL);
    walk.finish({ a: timesOut("run"), b: timesOut("run") });
    expect(walk.row("a")).toMatchObject({
      status: "fail",
      note: "timed out: the run reached its 90s wall-clock ceiling",
    });
    expect(walk.row("e")).toMatchObject(WALL);
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });

  it("is seen when an attempt reports it first (CEIL-037 CEIL-038 EXEC-113)", () => {
    const plan = planOf([command("a", ADVISORY), command("b", { after: ["a"], join: "settled" })]);
    const walk = Walk.through(plan, { a: timesOut("run") }, { wallMs: 60_000 });
    expect(walk.row("a").note).toBe("timed out: the run reached its 1m wall-clock ceiling");
    expect(walk.row("b")).toMatchObject(WALL);
    expect(walk.entries("ceiling_reached")).toHaveLength(1);
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });

  it("is seen when something would start past it (CEIL-026)", () => {
    const walk = Walk.start(planOf([command("a"), command("b")]), { wallMs: 1_000 });
    walk.nowMs = 1_000;
    walk.end("a");
    expect(walk.statuses()).toEqual({ a: "pass", b: "blocked" });
    expect(walk.row("b")).toMatchObject(WALL);
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });

  it("blocks retries, of commands too (CEIL-026)", () => {
    const walk = Walk.start(planOf([command("a")]), { wallMs: 1_000 });
    walk.nowMs = 1_000;
    walk.end("a", transport("reset"));
    expect(walk.row("a")).toMatchObject({
      status: "transport",
      note: "wall-clock ceiling reached after transport attempt: reset",
    });
  });

  it("outranks completion in the outcome (CEIL-004 EXEC-015)", () => {
    const plan = planOf([command("a", { isolated: true }), command("b", { isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("a", completes());
    walk.end("b", timesOut("run"));
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });

  it("in the epilogue ends the attempt and blocks the rest, not the verdict (CEIL-039 CEIL-040 CEIL-041)", () => {
    const plan = planOf([command("a"), command("e1", EPILOGUE), command("e2", EPILOGUE)]);
    const walk = Walk.start(plan);
    walk.end("a");
    walk.decide({ kind: "wall_clock_reached" });
    expect(walk.effects.at(-1)).toEqual({ kind: "end_attempts", cause: "wall_clock" });
    walk.end("e1", timesOut("run"));
    expect(walk.statuses()).toEqual({ a: "pass", e1: "fail", e2: "blocked" });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("keeps the epilogue from starting (EPI-006)", () => {
    const walk = Walk.through(planOf([command("a"), command("e", EPILOGUE)]), {
      a: timesOut("run"),
    });
    expect(walk.row("e")).toMatchObject(WALL);
    expect(walk.starts()).toEqual(["a#1"]);
  });

  it("is named apart from the cost ceiling (CEIL-004 WIRE-020)", () => {
    const cost = Walk.through(planOf([agent("a"), agent("b")]), { a: costing(1) }, { cost: 1 });
    const wall = Walk.through(planOf([command("a")]), { a: timesOut("run") });
    const failure = Walk.through(planOf([command("a")]), { a: fails() });
    expect([cost, wall, failure].map((walk) => walk.shutdown.reason)).toEqual([
      "budget exceeded",
      "wall-clock ceiling reached",
      "short-circuited at a",
    ]);
  });
});

describe("deadlines", () => {
  const deadlines = (walk: Walk): readonly unknown[] =>
    walk.effects.flatMap((effect) =>
      effect.kind === "start_attempt" ? [[effect.task, effect.deadlineMs, effect.limit]] : [],
    );

  it("are the earlier of the task's limit and the run's ceiling (CEIL-027 CEIL-028 CEIL-030)", () => {
    const plan = planOf([
      command("a", { timeoutMs: 60_000 }),
      command("b"),
      command("c", { timeoutMs: 60_000 }),
    ]);
    const walk = Walk.start(plan, { wallMs: 100_000 });
    walk.nowMs = 10_000;
    walk.end("a");
    walk.nowMs = 70_000;
    walk.end("b");
    expect(deadlines(walk)).toEqual([
      ["a", 60_000, "task"],
      ["b", 100_000, "run"],
      ["c", 100_000, "run"],
    ]);
  });

  it("start afresh for every attempt, and for each of a batch (CEIL-031 CEIL-032)", () => {
    const plan = planOf([
      command("a", { timeoutMs: 60_000, isolated: true }),
      command("b", { timeoutMs: 30_000, isolated: true }),
    ]);
    const walk = Walk.start(plan);
    walk.nowMs = 50_000;
    walk.end("a", transport());
    expect(deadlines(walk)).toEqual([
      ["a", 60_000, "task"],
      ["b", 30_000, "task"],
      ["a", 110_000, "task"],
    ]);
  });

  it("passed settle a measured failure that names the limit and spreads as one (CEIL-034 CEIL-036)", () => {
    const plan = planOf([
      command("a", { timeoutMs: 1_200_000, ...ADVISORY }),
      command("b", { ...ADVISORY, after: ["a"] }),
      command("c", { timeoutMs: 90_000 }),
      command("d"),
    ]);
    const walk = Walk.through(plan, { a: timesOut(), c: timesOut() });
    expect(walk.row("a").note).toBe("timed out: the task ran past its 20m limit");
    expect(walk.row("c").note).toBe("timed out: the task ran past its 90s limit");
    expect(walk.statuses()).toEqual({ a: "fail", b: "blocked", c: "fail", d: "blocked" });
  });
});

describe("what the cost ceiling refuses and what it leaves", () => {
  const items = (...keys: readonly string[]) => passes({ items: keys });

  it("leaves what cannot spend after a required task that it refused (CEIL-022 EXEC-010)", () => {
    const plan = planOf([
      agent("a"),
      agent("b", { after: ["a"] }),
      command("c", { after: ["a"] }),
      command("d", { after: ["c"] }),
    ]);
    const walk = Walk.through(plan, { a: costing(1) }, { cost: 1 });
    expect(walk.statuses()).toEqual({ a: "pass", b: "blocked", c: "pass", d: "pass" });
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("counts items that were refused, passed or not taken as no failure of the node (CEIL-022 MAP-011)", () => {
    const plan = planOf([
      command("s"),
      route("each", { kind: "output", task: "per" }, [noul("go")], {
        ...over("s"),
        after: ["s", "per"],
      }),
      command("per", over("s")),
      agent("m", {
        ...over("s"),
        after: ["s", "each"],
        when: { task: "each", question: "go", is: ["yes"] },
      }),
      command("other", { after: ["s"] }),
      command("last", { after: ["other"] }),
    ]);
    const walk = Walk.through(
      plan,
      {
        s: items("k", "no", "j", "i", "h"),
        "per[no]": passes({ go: false }),
        "per[k]": passes({ go: true }),
        "per[j]": passes({ go: true }),
        "per[i]": passes({ go: true }),
        "per[h]": passes({ go: true }),
        "m[k]": costing(2),
      },
      { cost: 1 },
    );
    expect(walk.row("m[no]").status).toBe("not_taken");
    expect(walk.row("m[j]").status).toBe("blocked");
    expect(walk.row("m").status).toBe("fail");
    expect(walk.statuses()).toMatchObject({ other: "pass", last: "pass" });
  });

  it("stops dispatch for a node in which an item failed beside those refused (EXEC-010 CEIL-022)", () => {
    const plan = planOf([
      command("s"),
      agent("m", over("s")),
      command("z", { after: ["m"], join: "settled" }),
      command("y", { isolated: true, after: ["s"], timeoutMs: 5 }),
      command("x", { after: ["y"] }),
    ]);
    const ends = { s: items("k", "j"), "m[k]": costing(2, fails()) };
    const walk = Walk.through(plan, ends, { cost: 1 });
    expect(walk.statuses()).toMatchObject({ m: "fail", z: "blocked", x: "blocked" });
  });

  it("lets an agent map over an empty list (MAP-009 CEIL-009)", () => {
    const plan = planOf([agent("a"), command("s", { after: ["a"] }), agent("m", over("s"))]);
    const walk = Walk.through(plan, { a: costing(1), s: items() }, { cost: 1 });
    expect(walk.row("m").status).toBe("pass");
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("blocks retries in a loop that can spend, of its commands too (CEIL-006 CEIL-021)", () => {
    const plan = planOf([
      agent("author"),
      command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 2 } }),
    ]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("author[round-1]", costing(0.5));
    walk.end("review[round-1]", costing(1, transport()));
    expect(walk.row("review[round-1]")).toMatchObject({
      status: "transport",
      note: "budget ceiling reached after transport attempt: no answer",
    });
  });
});

describe("what would have been captured", () => {
  it("is not spoken of for a task that skipped itself (FILE-042 EXEC-079)", () => {
    const skipped = { ...passes({ status: "skipped" }), captureProblems: ["out.txt is missing"] };
    const walk = Walk.through(planOf([command("a", ADVISORY)]), { a: skipped });
    expect(walk.row("a").note).toBe("task declared status=skipped");
  });
});
