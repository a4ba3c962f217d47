/** Which row of a dependency a task sees: the node's own, the item of its key, or this round's. */
import { describe, expect, it } from "vitest";
import { chooses, completes, fails, passes, skips, withFiles } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  choice,
  command,
  EPILOGUE,
  files,
  noul,
  over,
  pick,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

const revise = (...targets: readonly string[]) => ({ revise: { targets, maxRounds: 3 } });
const rowsRead = (walk: Walk, row: string): string[] =>
  walk.inputs(row).entries.map(({ entry }) => entry.row);
const staged = (walk: Walk, row: string): string[] => walk.inputs(row).staged.map((set) => set.row);

describe("an item of a fan-out", () => {
  const lists = passes({ items: ["k", "j"], others: ["k", "j"] });

  it("meets items over the same list alone, not those of another list with equal keys (MAP-017 FILE-049)", () => {
    const plan = planOf([
      command("s"),
      command("a", { ...over("s"), ...files("f") }),
      command("same", { ...over("s"), after: ["s", "a"] }),
      command("other", { ...over("s", "others"), after: ["s", "a"] }),
    ]);
    const ends = { "a[k]": withFiles(passes(), "f"), "a[j]": withFiles(passes(), "f") };
    const walk = Walk.through(plan, { s: lists, ...ends });
    expect(rowsRead(walk, "same[k]")).toEqual(["s", "a[k]"]);
    expect(staged(walk, "same[k]")).toEqual(["a[k]"]);
    expect(rowsRead(walk, "other[k]")).toEqual(["s", "a"]);
    expect(staged(walk, "other[k]")).toEqual(["a[k]", "a[j]"]);
  });

  it("gets no output of the item that failed under its key, whatever the others came to (EXEC-124 EXEC-126)", () => {
    const plan = planOf([
      command("s"),
      command("a", { ...over("s"), ...ADVISORY }),
      command("b", { ...over("s"), after: ["s", "a"], join: "passed" }),
      command("whole", { after: ["s", "a"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { s: lists, "a[k]": fails({ n: 1 }) });
    expect(rowsRead(walk, "b[k]")).toEqual(["s"]);
    expect(rowsRead(walk, "b[j]")).toEqual(["s", "a[j]"]);
    expect(rowsRead(walk, "whole")).toEqual(["s", "a"]);
  });

  it("fails under a passed join over its own item alone, though the node has one that passed (EXEC-108 MAP-016)", () => {
    const plan = planOf([
      command("s"),
      command("a", { ...over("s"), ...ADVISORY }),
      command("b", { ...over("s"), ...ADVISORY, after: ["a"], join: "passed" }),
      command("once", { after: ["a"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { s: lists, "a[k]": fails() });
    expect(walk.row("b[k]")).toMatchObject({ status: "fail", note: "no dependency passed" });
    expect(walk.row("b[j]").status).toBe("pass");
    expect(walk.row("once").status).toBe("pass");
  });

  it("is offered what the item of its key emitted, when a person picks (HUMAN-026 MAP-005)", () => {
    const plan = planOf([
      command("s"),
      command("a", over("s")),
      route("ask", { kind: "human" }, [pick("p", "a", "values")], {
        ...over("s"),
        after: ["s", "a"],
        needs: "human",
      }),
    ]);
    const script = {
      s: lists,
      "a[k]": passes({ values: ["one"] }),
      "a[j]": passes({ values: ["two"] }),
      "ask[k]": chooses({ p: ["one"] }),
      "ask[j]": chooses({ p: ["one"] }),
    };
    const walk = Walk.through(plan, script, { capabilities: ["human"] });
    expect(walk.row("ask[k]").output).toMatchObject({ p: ["one"] });
    expect(walk.row("ask[j]").note).toBe(
      'the answer gives question "p" "one", which it does not offer',
    );
    expect([...(walk.inputs("ask[j]").options ?? [])]).toEqual([["p", ["two"]]]);
  });
});

describe("a passed join", () => {
  it("reads the fold of a node that was not taken, and no skip without an output (EXEC-126 EXEC-123)", () => {
    const plan = planOf([
      command("s"),
      command("good"),
      route("r", { kind: "output", task: "s" }, [noul("go")], { after: ["s"] }),
      command("m", {
        ...over("s"),
        after: ["s", "r"],
        when: { task: "r", question: "go", is: ["yes"] },
      }),
      route("each", { kind: "output", task: "s" }, [noul("go")], { ...over("s"), after: ["s"] }),
      command("untaken", {
        ...over("s"),
        after: ["s", "each"],
        when: { task: "each", question: "go", is: ["yes"] },
      }),
      command("lacking", { ...ADVISORY, needs: "gpu" }),
      command("t", { after: ["good", "m", "untaken", "lacking"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["k"], go: "no" }) });
    expect(walk.statuses()).toMatchObject({ m: "not_taken", untaken: "not_taken", t: "pass" });
    expect(rowsRead(walk, "t")).toEqual(["good", "untaken"]);
  });

  it("reads an optional dependency that passed (EXEC-125 EXEC-105)", () => {
    const plan = planOf([command("a"), command("t", { after: ["a"], optional: ["a"] })]);
    expect(rowsRead(Walk.through(plan), "t")).toEqual(["a"]);
  });

  it("reads a failed fan-out's fold within a loop as well (EXEC-126 LOOP-018)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), ...ADVISORY }),
      command("author", { after: ["m"], join: "passed" }),
      command("review", { after: ["author"], ...revise("author") }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["k", "j"] }), "m[k]": fails() });
    expect(rowsRead(walk, "author[round-1]")).toEqual(["m"]);
    expect(walk.row("author").status).toBe("pass");
  });
});

describe("staged sets", () => {
  it("come once, however many ways lead to their producer (FILE-018)", () => {
    const plan = planOf([
      command("p", files("f")),
      command("a", { after: ["p"] }),
      command("b", { after: ["p"] }),
      command("c", { after: ["a", "b"] }),
    ]);
    expect(staged(Walk.through(plan, { p: withFiles(passes(), "f") }), "c")).toEqual(["p"]);
  });

  it("of a reviewer go to those it sends back, never to itself (LOOP-035 LOOP-037)", () => {
    const plan = planOf([
      command("author", files("f")),
      command("second", { after: ["author"] }),
      command("review", { after: ["second"], ...files("f"), ...revise("author", "second") }),
    ]);
    const walk = Walk.start(plan);
    walk.end("author[round-1]", withFiles(passes(), "f"));
    expect(staged(walk, "second[round-1]")).toEqual(["author[round-1]"]);
    walk.end("second[round-1]");
    walk.end("review[round-1]", withFiles(fails(), "f"));
    expect(staged(walk, "author[round-2]")).toEqual(["review[round-1]"]);
    walk.end("author[round-2]", withFiles(passes(), "f"));
    expect(staged(walk, "second[round-2]")).toEqual(["author[round-2]", "review[round-1]"]);
    walk.end("second[round-2]");
    expect(staged(walk, "review[round-2]")).toEqual(["author[round-2]"]);
  });

  it("are not promised by a row that names an empty set (FILE-042)", () => {
    const plan = planOf([command("p", files("f")), command("c", { after: ["p"] })]);
    const walk = Walk.through(plan, { p: withFiles(passes()) });
    expect(walk.row("p").files).toBeUndefined();
    expect(staged(walk, "c")).toEqual([]);
  });
});

describe("the epilogue's outcome", () => {
  it("has no task that never settled, and no item that never ran (EPI-016 MAP-017)", () => {
    const plan = planOf([
      command("s"),
      command("m", over("s")),
      command("later", { after: ["m"] }),
      command("done", { isolated: true, after: ["s"] }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items: ["k", "j"] }));
    walk.end("done", completes());
    walk.end("m[k]");
    expect(walk.inFlight()).toEqual(["e"]);
    const { outcome } = walk.inputs("e");
    expect([...(outcome?.tasks.keys() ?? [])]).toEqual(["s", "m", "done"]);
    expect([...(outcome?.tasks.get("m")?.perInstance?.keys() ?? [])]).toEqual(["k"]);
  });
});

describe("a route's source", () => {
  const gate = (join: "settled" | "all") =>
    route("r", { kind: "output", task: "s" }, [noul("go")], { after: ["s"], join });

  it("that skipped itself answers by its output, and one skipped here contributes none (ROUTE-013 EXEC-123)", () => {
    const skipped = Walk.through(planOf([command("s", ADVISORY), gate("settled")]), {
      s: passes({ status: "skipped", go: "yes" }),
    });
    expect(skipped.row("r").output).toMatchObject({ go: { label: "yes" } });
    const lacking = planOf([command("s", { ...ADVISORY, needs: "gpu" }), gate("settled")]);
    expect(Walk.through(lacking).row("r").note).toBe("source s contributed no output");
  });

  it("that lacks the field is named with it (ROUTE-013)", () => {
    const walk = Walk.through(planOf([command("s"), gate("all")]), { s: passes({ other: 1 }) });
    expect(walk.row("r").note).toBe('s emitted no field "go"');
  });

  it("of a person's options must have passed, though a failure keeps its output (HUMAN-008 EXEC-134)", () => {
    const plan = planOf([
      command("s", ADVISORY),
      route("ask", { kind: "human" }, [pick("p", "s", "values")], {
        after: ["s"],
        join: "settled",
        needs: "human",
      }),
    ]);
    const options = { capabilities: ["human"] };
    const failed = Walk.through(plan, { s: fails({ values: ["a"] }) }, options);
    expect(failed.row("ask").note).toBe("s produced no output to choose from");
    const stray = Walk.through(plan, { s: passes({ values: [1, "a"] }) }, options);
    expect(stray.row("ask").note).toBe("s.values[0] is not a string");
  });
});

describe("when over a route that was not taken", () => {
  it("says so before a dependency that failed does (ROUTE-032 ROUTE-031)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("go")], { after: ["s"] }),
      route("inner", { kind: "output", task: "s" }, [noul("go")], {
        after: ["s", "r"],
        when: { task: "r", question: "go", is: ["yes"] },
      }),
      command("bad", ADVISORY),
      command("t", {
        after: ["inner", "bad"],
        when: { task: "inner", question: "go", is: ["yes"] },
      }),
    ]);
    const walk = Walk.through(plan, { s: passes({ go: "no" }), bad: fails() });
    expect(walk.row("t")).toMatchObject({
      status: "not_taken",
      note: "route inner was not taken",
    });
  });
});

describe("what the graph reads", () => {
  const big = "x".repeat(300_000);

  it("stands beside an output that is too large for a line, and only then (RESUME-003 WIRE-013)", () => {
    const plan = planOf([
      command("s"),
      command("unread"),
      command("small"),
      command("m", over("s")),
      command("n", over("small")),
      command("after", { after: ["unread"] }),
    ]);
    const walk = Walk.start(plan);
    const ended = (row: string, output: object): object | undefined =>
      walk.end(row, passes(output as never)).find((entry) => entry.kind === "task_result");
    expect(ended("s", { items: ["k"], big })).toMatchObject({ reads: { items: ["k"] } });
    expect(ended("unread", { score: 1, big })).not.toHaveProperty("reads");
    expect(ended("small", { items: ["j"] })).not.toHaveProperty("reads");
  });

  it("holds no field that the output lacks (RESUME-003)", () => {
    const plan = planOf([command("s", ADVISORY), command("m", { ...over("s"), ...ADVISORY })]);
    const walk = Walk.through(plan, { s: passes({ big }) });
    expect(walk.row("s").reads).toEqual({});
    expect(walk.row("m").note).toBe("s.items is absent from what s emitted");
  });
});

describe("what a loop's own row repeats", () => {
  it("has a source only where the last round had an output (LOOP-043)", () => {
    const plan = planOf([
      agent("author"),
      command("review", { after: ["author"], ...revise("author") }),
    ]);
    const walk = Walk.through(plan, { "author[round-1]": fails() });
    expect(walk.row("author")).not.toHaveProperty("output");
    expect(walk.machine.outputSource(walk.row("author"))).toBeUndefined();
    expect(Walk.through(plan).machine.outputSource(Walk.through(plan).row("review"))).toEqual({
      kind: "row",
      row: "review[round-1]",
    });
  });

  it("does not count a round's attempts for one in which it did not run (LOOP-041 LOOP-028)", () => {
    const plan = planOf([
      command("author"),
      command("review", { after: ["author"], join: "settled", ...revise("author") }),
    ]);
    const walk = Walk.start(plan, { wallMs: 100 });
    walk.end("author[round-1]");
    walk.end("review[round-1]", fails());
    walk.end("author[round-2]", skips());
    expect(walk.inFlight()).toEqual(["review[round-2]"]);
    const blocked = Walk.start(
      planOf([
        agent("author"),
        agent("review", { after: ["author"], join: "settled", ...revise("author") }),
      ]),
      { cost: 1 },
    );
    blocked.end("author[round-1]", { ...passes(), costNano: 300_000_000 });
    blocked.end("review[round-1]", { ...fails(), costNano: 300_000_000 });
    blocked.end("author[round-2]", { ...passes(), costNano: 400_000_000 });
    expect(blocked.row("review[round-2]")).toMatchObject({
      status: "blocked",
      attempts: 0,
      cost_usd: 0,
    });
  });

  it("starts from nothing for a body task that a round never started (LOOP-020 LOOP-041)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("go")], { after: ["s"] }),
      command("first", { after: ["r"], when: { task: "r", question: "go", is: ["yes"] } }),
      command("second"),
      command("review", {
        after: ["first", "second"],
        join: "passed",
        ...revise("first", "second"),
      }),
    ]);
    const walk = Walk.through(plan, { s: passes({ go: "no" }) });
    expect(walk.row("first[round-1]")).toMatchObject({
      status: "not_taken",
      attempts: 0,
      cost_usd: 0,
    });
  });
});

describe("options of a choice", () => {
  it("stand in what a route reads only where another task gives them (HUMAN-026)", () => {
    const plan = planOf([
      command("s"),
      route("r", { kind: "human" }, [choice("q", { task: "s", field: "labels" })], {
        after: ["s"],
        needs: "human",
      }),
    ]);
    const walk = Walk.start(plan, { capabilities: ["human"] });
    walk.end("s", passes({ labels: ["a", "b", "a"] }));
    expect([...(walk.inputs("r").options ?? [])]).toEqual([["q", ["a", "b"]]]);
  });
});
