import { describe, expect, it } from "vitest";
import { RETRY_AFTER_LOSS } from "../../src/machine/rules/recover.js";
import { completes, costing, exits, fails, passes, skips, withFiles } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  files,
  over,
  planOf,
  report,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("a resumed run", () => {
  it("never starts what settled, and starts again what was in flight (RESUME-001 RESUME-002 RESUME-004)", () => {
    const plan = planOf([command("a"), command("b"), command("c", { after: ["b"] })]);
    const walk = Walk.start(plan);
    walk.end("a");
    const resumed = walk.resume();
    expect(resumed.entries("recovery")).toEqual([
      { kind: "recovery", class: "died_in_plan_task", iter: 0, detail: "lost: b" },
    ]);
    expect(resumed.entries("attempt_ended").at(-1)).toEqual({
      kind: "attempt_ended",
      task: "b",
      attempt: 1,
      outcome: "indeterminate",
      cost_usd: 0,
      cause: "lost",
    });
    resumed.finish();
    expect(resumed.starts()).toEqual(["a#1", "b#1", "b#2", "c#1"]);
    expect(resumed.rows()).toEqual(["a pass", "b pass", "c pass"]);
    expect(resumed.row("b").attempts).toBe(2);
    expect(resumed.ending).toBe("valid finished: completed");
  });

  it("feeds folded results to dependents as live ones (RESUME-003 RESUME-021)", () => {
    const plan = planOf([
      command("good", files("f")),
      command("bad", { ...ADVISORY, ...files("f") }),
      command("wait"),
      command("t", { after: ["good", "bad", "wait"], join: "settled" }),
    ]);
    const script = {
      good: withFiles(passes({ n: 1 }), "f"),
      bad: withFiles(exits(1, { n: 2 }), "f"),
    };
    const straight = Walk.through(plan, script);
    const walk = Walk.start(plan);
    walk.end("good", script.good);
    walk.end("bad", script.bad);
    const resumed = walk.resume();
    resumed.end("wait");
    expect(resumed.inputs("t")).toEqual(straight.inputs("t"));
  });

  it("runs a consumer whose producer's files are gone, and says so (RESUME-022 EPI-019 RESUME-007)", () => {
    const plan = planOf([
      command("bad", { ...ADVISORY, ...files("f") }),
      command("s"),
      command("m", { ...over("s"), ...files("f") }),
      command("wait"),
      command("t", { after: ["bad", "m", "wait"], join: "settled" }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.start(plan);
    walk.end("bad", withFiles(exits(1, { n: 1 }), "f"));
    walk.end("s", passes({ items: ["x", "y"] }));
    walk.end("m[x]", withFiles(passes(), "f"));
    walk.end("m[y]", withFiles(passes(), "f"));
    const kept = walk.resume();
    kept.end("wait");
    expect(kept.inputs("t").staged.map((set) => set.row)).toEqual(["bad", "m[x]", "m[y]"]);
    const resumed = walk.resume({ missingFiles: ["bad", "m[y]"] });
    expect(resumed.entries("recovery")[0]?.missing_files).toEqual(["bad", "m[y]"]);
    resumed.end("wait");
    const { entries, staged } = resumed.inputs("t");
    expect(staged.map((set) => set.row)).toEqual(["m[x]"]);
    expect(entries[0]?.entry).toMatchObject({ status: "fail", hasOutput: true, files: false });
    resumed.end("t");
    expect(resumed.inputs("e").outcome?.tasks.get("bad")?.files).toBe(false);
    expect(resumed.starts().filter((start) => start.startsWith("bad"))).toEqual(["bad#1"]);
  });

  it("counts spend and elapsed time from before, in-flight spend too (RESUME-011 RESUME-012 RUN-024)", () => {
    const plan = planOf([agent("a"), agent("b"), agent("c", ADVISORY)]);
    const walk = Walk.start(plan, { cost: 1, wallMs: 60_000 });
    walk.nowMs = 40_000;
    walk.end("a", costing(0.6));
    walk.spend("b", 0.4);
    const resumed = walk.resume({ cost: 1, wallMs: 60_000 });
    expect(resumed.machine.spentNano).toBe(1_000_000_000);
    expect(resumed.statuses()).toEqual({ a: "pass", b: "blocked", c: "blocked" });
    expect(resumed.row("b")).toMatchObject({ attempts: 1, cost_usd: 0.4 });
    const richer = walk.resume({ cost: 1, wallMs: 60_000 }, { costNano: 2_000_000_000 });
    expect(richer.entries("attempt_started").at(-1)).toMatchObject({
      task: "b",
      attempt: 2,
      deadline_ms: 60_000,
    });
  });

  it("counts what a lost attempt had spent past the ceiling (RESUME-011 CEIL-019)", () => {
    const plan = planOf([agent("a", { isolated: true }), command("b", { isolated: true })]);
    const walk = Walk.start(plan, { cost: 1 });
    walk.end("b");
    walk.spend("a", 1.5);
    const resumed = walk.resume({ cost: 1 });
    expect(resumed.row("a")).toMatchObject({ status: "blocked", note: "budget ceiling reached" });
    expect(resumed.ending).toBe("invalid budget: budget exceeded");
  });

  it("does not count the time it was down, and keeps deadlines to engine time (RESUME-013 RESUME-012)", () => {
    const walk = Walk.start(planOf([command("a", { timeoutMs: 50_000 })]), { wallMs: 60_000 });
    walk.nowMs = 20_000;
    const resumed = walk.resume({ wallMs: 60_000 });
    expect(resumed.entries("attempt_started").map((entry) => entry.deadline_ms)).toEqual([
      50_000, 60_000,
    ]);
  });

  it("appends and rewrites nothing (RUN-010 RUN-004)", () => {
    const walk = Walk.start(planOf([command("a"), command("b")]));
    walk.end("a");
    const before = [...walk.log];
    const resumed = walk.resume().finish();
    expect(resumed.log.slice(0, before.length)).toEqual(before);
    expect(resumed.starts().filter((start) => start.startsWith("a"))).toEqual(["a#1"]);
  });

  it("takes raised ceilings and records them (RESUME-011 RESUME-012)", () => {
    const walk = Walk.start(planOf([command("a"), command("b")]), { cost: 1, wallMs: 1_000 });
    walk.nowMs = 900;
    const resumed = walk.resume({ cost: 1, wallMs: 1_000 }, { costNano: 5e9, wallMs: 2_000 });
    expect(resumed.entries("recovery")[0]).toMatchObject({ budget_usd: 5, wall_clock_ms: 2_000 });
    expect(resumed.entries("attempt_started").at(-1)?.deadline_ms).toBe(2_000);
  });

  it("keeps a failed required task's consequences (RESUME-023)", () => {
    const plan = planOf([
      command("bad", { isolated: true }),
      command("slow", { isolated: true }),
      command("next"),
    ]);
    const walk = Walk.start(plan);
    walk.end("bad", fails());
    walk.end("next");
    const resumed = walk.resume();
    expect(resumed.statuses()).toEqual({ bad: "fail", next: "pass", slow: "blocked" });
    expect(resumed.row("slow")).toMatchObject({ note: "required task bad failed", attempts: 1 });
    expect(resumed.ending).toBe("invalid error: short-circuited at bad");
  });

  it("does not run the main graph again after a completion (RESUME-017 RESUME-016)", () => {
    const plan = planOf([
      command("a", { isolated: true }),
      command("slow", { isolated: true }),
      command("next", { after: ["slow"] }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.start(plan);
    walk.end("a", completes("none"));
    const resumed = walk.resume();
    expect(resumed.inFlight()).toEqual(["e"]);
    resumed.finish();
    expect(resumed.statuses()).toEqual({ a: "pass", e: "pass" });
    expect(resumed.ending).toBe("valid complete: completed early by a: none");
  });

  it("runs only the epilogue when the main graph is covered, and ends once (RESUME-016 RESUME-018 RESUME-019)", () => {
    const plan = planOf([command("a"), command("e1", EPILOGUE), command("e2", EPILOGUE)]);
    const walk = Walk.start(plan);
    walk.end("a");
    walk.end("e1");
    const resumed = walk.resume();
    expect(resumed.inFlight()).toEqual(["e2"]);
    resumed.finish();
    expect(resumed.rows()).toEqual(["a pass", "e1 pass", "e2 pass"]);
    expect(resumed.entries("verdict")).toHaveLength(1);
    const again = new Walk(plan, {}, resumed.log);
    expect(again.decide({ kind: "resumed", missingFiles: [] })).toEqual([]);
    expect(again.machine.phase).toBe("finished");
  });

  it("may be interrupted again and again (RUN-007 RESUME-019)", () => {
    let walk = Walk.start(planOf([command("a"), command("b")]));
    for (let time = 0; time < 4; time++) walk = walk.resume();
    walk.finish();
    expect(walk.starts()).toEqual(["a#1", "a#2", "a#3", "a#4", "a#5", "b#1"]);
    expect(walk.rows()).toEqual(["a pass", "b pass"]);
    expect(walk.row("a")).toMatchObject({ status: "pass", attempts: 5 });
  });

  it("lost attempts are no transport failures: retries stay as many (RUN-005 EXEC-093)", () => {
    let walk = Walk.start(planOf([command("a")]));
    for (let time = 0; time < 4; time++) walk = walk.resume();
    walk.finish({
      a: { end: { kind: "transport", cause: "command", detail: "x", retryable: true } },
    });
    expect(walk.row("a")).toMatchObject({
      attempts: 7,
      note: "transport retries exhausted (3 attempts): x",
    });
  });

  it("carries out a stop that was asked for before the crash (RUN-015)", () => {
    const walk = Walk.start(planOf([command("a"), command("b")]));
    walk.decide({ kind: "stop_requested", reason: "x" });
    const resumed = walk.resume();
    expect(resumed.rows()).toEqual([]);
    expect(resumed.ending).toBe("invalid stopped: stopped by the operator: x");
  });

  it("goes on after a halt that never came to its end (RUN-014)", () => {
    const walk = Walk.start(planOf([command("a")]));
    walk.decide({ kind: "halt_requested" });
    const resumed = walk.resume();
    expect(resumed.inFlight()).toEqual(["a"]);
    expect(resumed.finish().ending).toBe("valid finished: completed");
  });
});

describe("an attempt whose end was never seen", () => {
  it("may be followed by another, by kind (RUN-025 RUN-026)", () => {
    expect(RETRY_AFTER_LOSS).toEqual({
      agent: true,
      command: true,
      evaluate: true,
      route: true,
      top_k: true,
      report: false,
      engine: false,
    });
  });

  it("of a report settles failed instead (RUN-026 RUN-024)", () => {
    const walk = Walk.start(planOf([command("a"), report("r"), command("e", EPILOGUE)]));
    walk.end("a");
    expect(walk.inFlight()).toEqual(["r", "e"]);
    const resumed = walk.resume();
    expect(resumed.row("r")).toMatchObject({
      status: "fail",
      attempts: 1,
      note: "indeterminate: the attempt started and its end was never seen",
    });
    expect(resumed.inFlight()).toEqual(["e"]);
    expect(resumed.finish().ending).toBe("valid finished: completed");
  });

  it("of an agent or an evaluation is tried again (RUN-025 RESUME-004)", () => {
    const walk = Walk.start(planOf([agent("a", { isolated: true }), evaluate("b")]));
    expect(walk.resume().starts()).toEqual(["a#1", "b#1", "a#2", "b#2"]);
  });
});

describe("a fan-out that was interrupted", () => {
  const plan = planOf([command("s"), command("m", over("s")), command("t", { after: ["m"] })]);

  it("starts only the items without a row (MAP-021 RESUME-027)", () => {
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["a", "b", "c"] }));
    walk.end("m[a]", passes({ n: 1 }));
    const resumed = walk.resume();
    resumed.finish();
    expect(resumed.starts()).toEqual(["s#1", "m[a]#1", "m[b]#1", "m[b]#2", "m[c]#1", "t#1"]);
    expect(resumed.rows()).toEqual([
      "s pass",
      "m[a] pass",
      "m[b] pass",
      "m[c] pass",
      "m pass",
      "t pass",
    ]);
    expect(resumed.row("m").output).toMatchObject({ order: ["a", "b", "c"], passed: 3 });
  });

  it("blocks its open items when dispatch had stopped (RESUME-023 MAP-021)", () => {
    const wide = planOf([
      command("s"),
      command("bad", { after: ["s"], isolated: true }),
      command("m", { ...over("s"), isolated: true }),
    ]);
    const walk = Walk.start(wide, { width: 3 });
    walk.end("s", passes({ items: ["a", "b"] }));
    walk.end("m[a]");
    walk.end("bad", fails());
    const resumed = walk.resume({ width: 3 });
    expect(resumed.rows()).toEqual(["s pass", "m[a] pass", "bad fail", "m[b] blocked", "m fail"]);
  });

  it("gives up after a completion what had no row yet (RESUME-017)", () => {
    const wide = planOf([
      command("s"),
      command("a", { after: ["s"], isolated: true }),
      command("m", { ...over("s"), isolated: true }),
    ]);
    const walk = Walk.start(wide);
    walk.end("s", passes({ items: ["x", "y"] }));
    walk.end("a", completes());
    expect(walk.resume().ending).toBe("valid complete: completed early by a");
    expect(walk.resume().statuses()).toEqual({ s: "pass", a: "pass" });
    walk.end("m[x]", passes());
    expect(walk.resume().statuses()).toEqual({ s: "pass", a: "pass", m: "pass" });
  });
});

describe("a loop that was interrupted", () => {
  const plan = planOf([
    command("author", files("draft")),
    command("review", { after: ["author"], revise: { targets: ["author"], maxRounds: 3 } }),
    command("t", { after: ["review"] }),
  ]);

  it("goes on with the first body task without a row in its round (LOOP-053 RESUME-027)", () => {
    const walk = Walk.start(plan);
    walk.end("author[round-1]");
    walk.end("review[round-1]", fails());
    walk.end("author[round-2]", withFiles(passes({ draft: 2 }), "draft"));
    const resumed = walk.resume();
    expect(resumed.inFlight()).toEqual(["review[round-2]"]);
    expect(resumed.inputs("review[round-2]").staged).toEqual([
      { row: "author[round-2]", node: "author" },
    ]);
    resumed.finish();
    expect(resumed.rows()).toEqual([
      "author[round-1] pass",
      "review[round-1] fail",
      "author[round-2] pass",
      "review[round-2] pass",
      "author pass",
      "review pass",
      "t pass",
    ]);
  });

  it("reports a round's files that are gone (LOOP-053 RESUME-022)", () => {
    const walk = Walk.start(plan);
    walk.end("author[round-1]", withFiles(passes(), "draft"));
    const resumed = walk.resume({ missingFiles: ["author[round-1]"] });
    expect(resumed.inputs("review[round-1]").staged).toEqual([]);
    expect(resumed.inputs("review[round-1]").entries[0]?.entry.files).toBe(false);
  });

  it("does not publish a round's set again, in its own row, that is gone (RESUME-022 FILE-046)", () => {
    const walk = Walk.start(plan);
    walk.end("author[round-1]", withFiles(passes(), "draft"));
    const resumed = walk.resume({ missingFiles: ["author[round-1]"] });
    resumed.end("review[round-1]");
    expect(resumed.row("author")?.files).toBeUndefined();
    expect(resumed.inputs("t").staged).toEqual([]);
  });

  it("begins the next round when the reviewer had failed before a halt (LOOP-053 RUN-021)", () => {
    const walk = Walk.start(plan);
    walk.end("author[round-1]");
    walk.decide({ kind: "halt_requested" });
    walk.end("review[round-1]", fails());
    expect(walk.machine.phase).toBe("halted");
    const resumed = walk.resume();
    expect(resumed.inFlight()).toEqual(["author[round-2]"]);
  });

  it("ends as its last round did when dispatch had stopped (LOOP-053 RESUME-023)", () => {
    const beside = planOf([...plan.tasks.slice(0, 2), command("bad", { isolated: true })]);
    const walk = Walk.start(beside);
    walk.end("author[round-1]");
    walk.end("bad", fails());
    const resumed = walk.resume();
    expect(resumed.rows()).toEqual([
      "author[round-1] pass",
      "bad fail",
      "review[round-1] blocked",
      "author pass",
      "review blocked",
    ]);
    expect(resumed.row("review[round-1]").attempts).toBe(1);
  });

  it("is left without rows when a completion came before its first (RESUME-017 LOOP-053)", () => {
    const beside = planOf([
      ...plan.tasks.slice(0, 2),
      command("a", { isolated: true }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.start(beside);
    walk.end("a", completes());
    const resumed = walk.resume().finish();
    expect(resumed.statuses()).toEqual({ a: "pass", e: "pass" });
  });

  it("keeps a skip of a body task (RESUME-021 LOOP-053)", () => {
    const lazy = planOf([
      command("author", ADVISORY),
      command("review", {
        ...ADVISORY,
        after: ["author"],
        join: "settled",
        revise: { targets: ["author"], maxRounds: 2 },
      }),
    ]);
    const walk = Walk.start(lazy);
    walk.end("author[round-1]", skips());
    const resumed = walk.resume().finish();
    expect(resumed.statuses()).toEqual({ author: "skipped", review: "pass" });
  });
});
