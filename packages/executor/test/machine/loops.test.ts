import { describe, expect, it } from "vitest";
import {
  completes,
  costing,
  exits,
  fails,
  passes,
  skips,
  transport,
  withFiles,
} from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  files,
  noul,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

function revise(maxRounds: number, ...targets: readonly string[]) {
  return { revise: { targets, maxRounds } };
}

const PAIR = planOf([
  agent("author"),
  command("review", { after: ["author"], ...revise(3, "author") }),
]);

describe("rounds", () => {
  it("repeat while the reviewer fails, each with its own rows (LOOP-021 LOOP-040 LOOP-022)", () => {
    const walk = Walk.through(PAIR, { "review[round-1]": fails() });
    expect(walk.rows()).toEqual([
      "author[round-1] pass",
      "review[round-1] fail",
      "author[round-2] pass",
      "review[round-2] pass",
      "author pass",
      "review pass",
    ]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("never exceed the bound (LOOP-021)", () => {
    const script = Object.fromEntries(
      [1, 2, 3].map((round) => [`review[round-${round}]`, fails()]),
    );
    const walk = Walk.through(PAIR, script);
    expect(walk.rows().slice(-2)).toEqual(["author pass", "review fail"]);
    expect(walk.rows()).toHaveLength(8);
    expect(walk.ending).toBe("invalid error: short-circuited at review");
  });

  it.each([
    ["passes", passes(), "pass"],
    ["skips itself", skips(), "skipped"],
    ["fails by transport", transport(), "transport"],
  ])("end when the reviewer %s (LOOP-023)", (_, end, status) => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author"], ...ADVISORY, ...revise(3, "author") }),
    ]);
    const walk = Walk.through(plan, { "review[round-1]": end });
    expect(walk.rows()).toEqual([
      "author[round-1] pass",
      `review[round-1] ${status}`,
      "author pass",
      `review ${status}`,
    ]);
  });

  it("end when the reviewer is blocked by a target that failed (LOOP-019 LOOP-023)", () => {
    const walk = Walk.through(PAIR, { "author[round-1]": exits(1, { n: 1 }) });
    expect(walk.rows()).toEqual([
      "author[round-1] fail",
      "review[round-1] blocked",
      "author fail",
      "review blocked",
    ]);
    expect(walk.row("review")).toMatchObject({
      note: "dependency did not pass",
      blocked: { reason: "dependency_did_not_pass" },
      attempts: 0,
    });
    expect(walk.row("author").output).toEqual({ n: 1 });
  });

  it("go on over a failed target when the reviewer's join is settled (LOOP-024 LOOP-025)", () => {
    const plan = planOf([
      command("build"),
      command("review", { after: ["build"], join: "settled", ...revise(2, "build") }),
    ]);
    const walk = Walk.through(plan, { "build[round-1]": fails(), "review[round-1]": fails() });
    expect(walk.rows()).toEqual([
      "build[round-1] fail",
      "review[round-1] fail",
      "build[round-2] pass",
      "review[round-2] pass",
      "build pass",
      "review pass",
    ]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("run the body one task at a time in dependency order, isolated or not (LOOP-017)", () => {
    const plan = planOf([
      evaluate("confirm", { after: ["rig"], isolated: true, ...revise(2, "rig", "pick", "build") }),
      command("rig", { after: ["build"], isolated: true }),
      command("build", { after: ["pick"], isolated: true }),
      command("pick", { isolated: true }),
    ]);
    const walk = Walk.start(plan);
    for (const row of ["pick", "build", "rig", "confirm"].map((name) => `${name}[round-1]`)) {
      expect(walk.inFlight()).toEqual([row]);
      walk.end(row, row.startsWith("confirm") ? passes({ pass: true }) : passes());
    }
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("settle a body task not taken by its own when (LOOP-020 LOOP-018)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("a", { after: ["r"], when: { task: "r", question: "q", is: ["yes"] } }),
      command("b"),
      command("review", { after: ["a", "b"], optional: ["a"], ...revise(2, "a", "b") }),
    ]);
    const walk = Walk.through(plan, { s: passes({ q: "no" }) });
    expect(walk.rows().slice(2)).toEqual([
      "a[round-1] not_taken",
      "b[round-1] pass",
      "review[round-1] pass",
      "a not_taken",
      "b pass",
      "review pass",
    ]);
    expect(walk.row("a[round-1]").note).toBe("r.q resolved to no");
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("write no rows when the first dispatched nothing (LOOP-042)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("a", { after: ["r"], when: { task: "r", question: "q", is: ["yes"] } }),
      command("review", { after: ["a"], ...revise(2, "a") }),
    ]);
    const walk = Walk.through(plan, { s: passes({ q: "no" }) });
    expect(walk.rows()).toEqual(["s pass", "r pass", "a not_taken", "review not_taken"]);
    expect(walk.row("review")).toMatchObject({
      attempts: 0,
      note: "dependency a was not taken",
    });
  });

  it("retry within themselves: attempts are counted by round (RUN-021 RUN-020)", () => {
    const walk = Walk.through(PAIR, {
      "review[round-1]": fails(),
      "author[round-2]": [transport(), transport(), passes()],
    });
    expect(walk.starts()).toEqual([
      "author[round-1]#1",
      "review[round-1]#1",
      "author[round-2]#1",
      "author[round-2]#2",
      "author[round-2]#3",
      "review[round-2]#1",
    ]);
    expect(walk.row("author[round-2]").attempts).toBe(3);
    expect(walk.row("author").attempts).toBe(1);
  });
});

describe("around a loop", () => {
  it("round one waits for every dependency outside, and what comes after waits for the end (LOOP-014 LOOP-015)", () => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author", "slow"], ...revise(2, "author") }),
      command("slow", { isolated: true }),
      command("reader", { after: ["author"], isolated: true }),
    ]);
    const walk = Walk.start(plan);
    expect(walk.inFlight()).toEqual(["slow"]);
    walk.end("slow");
    walk.end("author[round-1]");
    expect(walk.inFlight()).toEqual(["review[round-1]"]);
    walk.end("review[round-1]", fails());
    walk.end("author[round-2]");
    walk.end("review[round-2]");
    expect(walk.inFlight()).toEqual(["reader"]);
  });

  it("the loop holds the shared workspace from round one to its own rows (LOOP-017 EXEC-101)", () => {
    const plan = planOf([...PAIR.tasks, command("shared"), command("beside", { isolated: true })]);
    const walk = Walk.start(plan);
    expect(walk.inFlight()).toEqual(["author[round-1]", "beside"]);
    walk.end("author[round-1]");
    walk.end("review[round-1]", fails());
    expect(walk.inFlight()).toEqual(["beside", "author[round-2]"]);
    walk.end("author[round-2]");
    walk.end("review[round-2]");
    expect(walk.inFlight()).toEqual(["beside", "shared"]);
  });

  it("the body runs as ordinary tasks when one of them cannot run here (LOOP-016)", () => {
    const plan = planOf([
      command("author"),
      command("review", { ...ADVISORY, after: ["author"], needs: "gpu", ...revise(3, "author") }),
    ]);
    const walk = Walk.through(plan);
    expect(walk.rows()).toEqual(["review skipped", "author pass"]);
    expect(walk.ending).toBe("valid finished: completed");
    const target = planOf([
      command("author", { ...ADVISORY, needs: "gpu" }),
      command("review", { after: ["author"], join: "settled", ...revise(3, "author") }),
    ]);
    expect(Walk.through(target, { review: passes() }).rows()).toEqual([
      "author skipped",
      "review pass",
    ]);
  });

  it("a failed required body task stops the run only under its own name (LOOP-025 LOOP-046)", () => {
    const plan = planOf([
      command("build"),
      command("review", { after: ["build"], join: "settled", ...revise(2, "build") }),
      command("other"),
    ]);
    const walk = Walk.start(plan);
    walk.end("build[round-1]", fails());
    expect(walk.rows()).toEqual(["build[round-1] fail"]);
    walk.end("review[round-1]", passes());
    expect(walk.rows().slice(2)).toEqual(["build fail", "review pass", "other blocked"]);
    expect(walk.ending).toBe("invalid error: short-circuited at build");
  });
});

describe("own-name rows", () => {
  it("repeat the last round and add up every round's spend, which counts once (LOOP-043 LOOP-044 LOOP-045)", () => {
    const walk = Walk.through(PAIR, {
      "author[round-1]": costing(0.25, passes({ draft: 1 })),
      "review[round-1]": fails(),
      "author[round-2]": costing(0.5, passes({ draft: 2 })),
      "review[round-2]": exits(0, { ok: true }),
    });
    expect(walk.row("author")).toMatchObject({
      status: "pass",
      output: { draft: 2 },
      cost_usd: 0.75,
      attempts: 1,
      note: "",
    });
    expect(walk.row("author[round-1]")).toMatchObject({ output: { draft: 1 }, cost_usd: 0.25 });
    expect(walk.machine.spentNano).toBe(750_000_000);
  });

  it("carry note, transport cause and files of the last round (LOOP-041 LOOP-043 LOOP-047)", () => {
    const plan = planOf([
      command("author", files("draft.md")),
      command("review", { ...ADVISORY, after: ["author"], ...revise(2, "author") }),
      command("reader", { after: ["author"] }),
    ]);
    const walk = Walk.through(plan, {
      "author[round-1]": withFiles(passes({ draft: 1 }), "draft.md"),
      "review[round-1]": fails(),
      "author[round-2]": withFiles(passes({ draft: 2 }), "draft.md"),
      "review[round-2]": transport("lost", "gateway"),
    });
    expect(walk.row("review")).toMatchObject({
      status: "transport",
      transport: "gateway",
      note: "transport retries exhausted (3 attempts): lost",
    });
    expect(walk.row("author").files?.map((file) => file.path)).toEqual(["draft.md"]);
    expect(walk.inputs("reader")).toMatchObject({
      entries: [{ name: "author", entry: { row: "author", status: "pass", files: true } }],
      staged: [{ row: "author", node: "author" }],
    });
  });

  it("feed what the graph reads of the last round (LOOP-047)", () => {
    const plan = planOf([
      command("list"),
      command("review", { after: ["list"], ...revise(2, "list") }),
      command("each", { after: ["list"], over: { task: "list", field: "items" }, maxFanout: 4 }),
    ]);
    const walk = Walk.through(plan, {
      "list[round-1]": passes({ items: ["old"] }),
      "review[round-1]": fails(),
      "list[round-2]": passes({ items: ["new"] }),
    });
    expect(walk.row("each[new]").status).toBe("pass");
  });
});

describe("revision", () => {
  const plan = planOf([
    command("author", files("draft.md")),
    command("review", { after: ["author"], ...files("review.json"), ...revise(3, "author") }),
  ]);

  it("tells each target from round two what the reviewer said, and nobody else (LOOP-032 LOOP-033 LOOP-037)", () => {
    const walk = Walk.start(plan);
    expect(walk.inputs("author[round-1]").revision).toBeUndefined();
    walk.end("author[round-1]", withFiles(passes(), "draft.md"));
    expect(walk.inputs("review[round-1]").revision).toBeUndefined();
    walk.end("review[round-1]", withFiles(exits(1, { why: "no" }), "review.json"));
    expect(walk.inputs("author[round-2]").revision).toEqual({
      round: 2,
      maxRounds: 3,
      reviewer: "review",
      review: {
        row: "review[round-1]",
        status: "fail",
        note: "exit 1: ",
        hasOutput: true,
        files: true,
      },
    });
    walk.end("author[round-2]", withFiles(passes(), "draft.md"));
    expect(walk.inputs("review[round-2]").revision).toBeUndefined();
  });

  it("stages the reviewer's set under its name, and says whether it did (LOOP-034 LOOP-035 LOOP-036)", () => {
    const staged = Walk.start(plan);
    staged.end("author[round-1]", withFiles(passes(), "draft.md"));
    staged.end("review[round-1]", withFiles(fails(), "review.json"));
    expect(staged.inputs("author[round-2]").staged).toEqual([
      { row: "review[round-1]", node: "review" },
    ]);
    const without = Walk.start(plan);
    without.end("author[round-1]");
    without.end("review[round-1]", fails());
    expect(without.inputs("author[round-2]").staged).toEqual([]);
    expect(without.inputs("author[round-2]").revision?.review.files).toBe(false);
  });

  it("reads within a round what this round produced (LOOP-018 LOOP-050)", () => {
    const walk = Walk.start(plan);
    walk.end("author[round-1]", withFiles(passes({ draft: 1 }), "draft.md"));
    walk.end("review[round-1]", fails());
    walk.end("author[round-2]", withFiles(passes({ draft: 2 }), "draft.md"));
    expect(walk.inputs("review[round-2]")).toMatchObject({
      entries: [{ name: "author", kind: "output", entry: { row: "author[round-2]" } }],
      staged: [{ row: "author[round-2]", node: "author" }],
    });
  });
});

describe("ceilings in a loop", () => {
  it("are checked before each dispatch of a round, for the loop as a whole (LOOP-027 LOOP-028 CEIL-006)", () => {
    const walk = Walk.through(PAIR, { "author[round-1]": costing(1) }, { cost: 1 });
    expect(walk.rows()).toEqual([
      "author[round-1] pass",
      "review[round-1] blocked",
      "author pass",
      "review blocked",
    ]);
    expect(walk.row("review")).toMatchObject({
      note: "budget ceiling reached",
      blocked: { reason: "budget_ceiling" },
    });
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("are checked before each round; a loop they end settles as its last round (LOOP-026 LOOP-029 LOOP-030)", () => {
    const plan = planOf([
      agent("author"),
      agent("review", { ...ADVISORY, after: ["author"], ...revise(3, "author") }),
    ]);
    const walk = Walk.through(
      plan,
      { "author[round-1]": costing(0.5), "review[round-1]": costing(0.5, fails()) },
      { cost: 1 },
    );
    expect(walk.rows()).toEqual([
      "author[round-1] pass",
      "review[round-1] fail",
      "author pass",
      "review fail",
    ]);
    expect(walk.ending).toBe("invalid budget: budget exceeded");
  });

  it("block a loop that can spend before its first round without round rows (LOOP-028 LOOP-042)", () => {
    const plan = planOf([agent("first"), ...PAIR.tasks]);
    const walk = Walk.through(plan, { first: costing(1) }, { cost: 1 });
    expect(walk.rows()).toEqual(["first pass", "author blocked", "review blocked"]);
  });

  it("do not ask for a second round where nothing of the first could be dispatched (LOOP-021 CEIL-020)", () => {
    const plan = planOf([
      agent("first"),
      route("r", { kind: "output", task: "first" }, [noul("q")], { after: ["first"] }),
      agent("author", { after: ["r"], when: { task: "r", question: "q", is: ["yes"] } }),
      command("review", { after: ["author"], join: "passed", ...ADVISORY, ...revise(2, "author") }),
    ]);
    const walk = Walk.through(plan, { first: costing(1, passes({ q: "no" })) }, { cost: 1 });
    expect(walk.rows()).toEqual(["first pass", "r pass", "author not_taken", "review fail"]);
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("do not hold a loop that cannot spend (CEIL-006 CEIL-008)", () => {
    const plan = planOf([
      agent("first"),
      command("author"),
      command("review", { after: ["author"], ...revise(2, "author") }),
    ]);
    const script = { first: costing(1), "review[round-1]": fails() };
    expect(Walk.through(plan, script, { cost: 1 }).ending).toBe("valid finished: completed");
  });

  it("of the wall clock end it as they end anything (LOOP-030 CEIL-026)", () => {
    const walk = Walk.start(PAIR, { wallMs: 1_000 });
    walk.nowMs = 1_000;
    walk.end("author[round-1]");
    expect(walk.rows()).toEqual([
      "author[round-1] pass",
      "review[round-1] blocked",
      "author pass",
      "review blocked",
    ]);
    expect(walk.ending).toBe("invalid budget: wall-clock ceiling reached");
  });
});

describe("stopping a loop in flight", () => {
  it("blocks the rest of the round after a required failure elsewhere (EXEC-010 LOOP-025)", () => {
    const plan = planOf([...PAIR.tasks, command("bad", { isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("bad", fails());
    walk.end("author[round-1]");
    expect(walk.rows()).toEqual([
      "bad fail",
      "author[round-1] pass",
      "review[round-1] blocked",
      "author pass",
      "review blocked",
    ]);
    expect(walk.row("review").note).toBe("required task bad failed");
  });

  it("starts no further round after a required failure elsewhere (EXEC-010 LOOP-021)", () => {
    const plan = planOf([
      command("author"),
      command("review", { ...ADVISORY, after: ["author"], ...revise(3, "author") }),
      command("bad", { isolated: true }),
    ]);
    const walk = Walk.start(plan);
    walk.end("author[round-1]");
    walk.end("bad", fails());
    walk.end("review[round-1]", fails());
    expect(walk.rows().slice(-2)).toEqual(["author pass", "review fail"]);
  });

  it("ends with a body task that completes the run, without another review (EXEC-040 LOOP-023)", () => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author"], ...revise(3, "author") }),
      command("next"),
    ]);
    const walk = Walk.through(plan, { "author[round-1]": completes("nothing to write") });
    expect(walk.rows()).toEqual(["author[round-1] pass", "author pass"]);
    expect(walk.ending).toBe("valid complete: completed early by author: nothing to write");
  });

  it("keeps the last round of tasks that had one when a later round completes (EXEC-040 LOOP-043)", () => {
    const plan = planOf([
      command("author"),
      command("review", { ...ADVISORY, after: ["author"], ...revise(3, "author") }),
    ]);
    const walk = Walk.through(plan, { "review[round-1]": fails(), "author[round-2]": completes() });
    expect(walk.rows().slice(-2)).toEqual(["author pass", "review fail"]);
    expect(walk.ending).toBe("valid complete: completed early by author");
  });

  it("lets a completion elsewhere end it after the attempt in flight (EXEC-034 EXEC-032)", () => {
    const plan = planOf([...PAIR.tasks, command("a", { isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("a", completes());
    walk.end("author[round-1]");
    expect(walk.rows()).toEqual(["a pass", "author[round-1] pass", "author pass"]);
    expect(walk.ending).toBe("valid complete: completed early by a");
  });

  it("in the epilogue outlives a required failure in the main graph (LOOP-031)", () => {
    const plan = planOf([
      command("a"),
      command("author", EPILOGUE),
      command("review", { ...EPILOGUE, after: ["author"], ...revise(2, "author") }),
    ]);
    const walk = Walk.through(plan, { a: fails(), "review[round-1]": fails() });
    expect(walk.rows()).toEqual([
      "a fail",
      "author[round-1] pass",
      "review[round-1] fail",
      "author[round-2] pass",
      "review[round-2] pass",
      "author pass",
      "review pass",
    ]);
    expect(walk.ending).toBe("invalid error: short-circuited at a");
  });
});
