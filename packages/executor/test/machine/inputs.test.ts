import { describe, expect, it } from "vitest";
import { exits, fails, passes, skips, timesOut, transport, withFiles } from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  command,
  EPILOGUE,
  evaluate,
  files,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

describe("inputs of an all- or passed-join", () => {
  it("are the outputs of direct dependencies, in written order (EXEC-123 EXEC-127 EXEC-048)", () => {
    const plan = planOf([
      command("far"),
      command("a", { after: ["far"] }),
      command("b"),
      command("t", { after: ["b", "a"] }),
    ]);
    expect(Walk.through(plan).inputs("t").entries).toMatchObject([
      { name: "b", kind: "output", entry: { row: "b", status: "pass", hasOutput: true } },
      { name: "a", kind: "output", entry: { row: "a", status: "pass", hasOutput: true } },
    ]);
  });

  it("leave out what failed, failed by transport or was blocked; a skip counts with an output (EXEC-124 EXEC-107)", () => {
    const plan = planOf([
      command("good"),
      command("failed", ADVISORY),
      command("lost", ADVISORY),
      command("blocked", { ...ADVISORY, after: ["failed"] }),
      command("skipped", ADVISORY),
      command("t", { after: ["good", "failed", "lost", "blocked", "skipped"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, {
      failed: exits(1, { kept: true }),
      lost: transport(),
      skipped: skips(),
    });
    expect(walk.inputs("t").entries.map((entry) => entry.name)).toEqual(["good", "skipped"]);
  });

  it("leave out an optional branch that was not taken, mapped or not (EXEC-125 EXEC-105)", () => {
    const taken = { when: { task: "r", question: "q", is: ["yes"] } };
    const plan = planOf([
      command("s"),
      route("r", { kind: "output", task: "s" }, [noul("q")], { after: ["s"] }),
      command("plain", { after: ["r"], ...taken }),
      command("m", { ...over("s"), after: ["s", "r"], ...taken }),
      route("each", { kind: "output", task: "s" }, [noul("q")], over("s")),
      command("items", {
        ...over("s"),
        after: ["s", "each"],
        when: { task: "each", question: "q", is: ["yes"] },
      }),
      command("t", { after: ["s", "plain", "m", "items"], optional: ["plain", "m", "items"] }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["a"], q: "no" }) });
    expect(walk.row("items")).toMatchObject({ status: "not_taken", output: { not_taken: 1 } });
    expect(walk.row("t").status).toBe("pass");
    expect(walk.inputs("t").entries.map((entry) => entry.name)).toEqual(["s"]);
  });

  it("name a passing dependency without an output too (EXEC-123 EXEC-045)", () => {
    const plan = planOf([command("a"), command("t", { after: ["a"] })]);
    const walk = Walk.through(plan, { a: exits(0) });
    expect(walk.row("a").output).toBeNull();
    expect(walk.inputs("t").entries).toMatchObject([{ name: "a", entry: { status: "pass" } }]);
  });

  it("hold params for commands and evaluations, never for agents (EPI-021 EXEC-120)", () => {
    const plan = planOf([command("c"), evaluate("e"), agent("a")]);
    const walk = Walk.start(plan);
    expect(["c", "e", "a"].map((name) => walk.inputs(name).params)).toEqual([true, true, false]);
  });

  it("narrow keyed fields to the instance's own key, wrapped or not", () => {
    const plan = planOf([
      command("s"),
      command("table"),
      command("m", {
        ...over("s"),
        after: ["s", "table"],
        keyed: [{ task: "table", field: "by_item" }],
      }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["a"] }) });
    expect(walk.inputs("m[a]").entries[1]).toMatchObject({
      name: "table",
      keyed: { fields: ["by_item"], key: "a" },
    });
    expect(walk.inputs("m[a]").entries[0]?.keyed).toBeUndefined();
  });
});

describe("the envelope of a settled join", () => {
  const ENDS = [
    ["pass", passes({ n: 1 }), { note: null, hasOutput: true }],
    ["fail", exits(1, { n: 1 }, "boom"), { note: "exit 1: boom", hasOutput: true }],
    ["fail", fails(), { note: "exit 1: ", hasOutput: false }],
    ["skipped", skips(), { note: "task declared status=skipped", hasOutput: true }],
    [
      "transport",
      transport("down"),
      { note: "transport retries exhausted (3 attempts): down", hasOutput: false },
    ],
    ["fail", timesOut(), { note: "timed out: the task ran past its 1m limit", hasOutput: false }],
  ] as const;

  it.each(ENDS)("of a task that ends %s (EXEC-115 EXEC-116 EXEC-117)", (status, end, expected) => {
    const plan = planOf([
      command("d", { ...ADVISORY, timeoutMs: 60_000 }),
      command("t", { after: ["d"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, { d: end });
    expect(walk.inputs("t").entries).toEqual([
      { name: "d", kind: "settled", entry: { row: "d", status, files: false, ...expected } },
    ]);
    expect(walk.row("d").status).toBe(status);
  });

  it("is there for every dependency, blocked ones too (EXEC-114 EXEC-118)", () => {
    const plan = planOf([
      command("a", ADVISORY),
      command("b", { ...ADVISORY, after: ["a"] }),
      command("c", { ...ADVISORY, after: ["b"], join: "passed" }),
      command("t", { after: ["a", "b", "c"], join: "settled" }),
    ]);
    const entries = Walk.through(plan, { a: fails() }).inputs("t").entries;
    expect(entries.map(({ name, entry }) => [name, entry.status, entry.note])).toEqual([
      ["a", "fail", "exit 1: "],
      ["b", "blocked", "dependency did not pass"],
      ["c", "fail", "no dependency passed"],
    ]);
  });

  it("of a mapped task holds one a key beside its own (EXEC-121 MAP-017 EXEC-119)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), ...ADVISORY, ...files("x") }),
      command("t", { after: ["m"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a/b", "c"] }),
      "m[a/b]": withFiles(exits(1, { n: 1 }), "x"),
      "m[c]": exits(0, { n: 2 }),
    });
    const [entry] = walk.inputs("t").entries;
    expect(entry?.entry).toEqual({
      row: "m",
      status: "fail",
      note: "1 of 2 instances failed: a/b",
      hasOutput: true,
      files: true,
      perInstance: new Map([
        ["a/b", { row: "m[a/b]", status: "fail", note: "exit 1: ", hasOutput: true, files: true }],
        ["c", { row: "m[c]", status: "pass", note: null, hasOutput: true, files: false }],
      ]),
    });
  });

  it("of a fan-out that never expanded has an empty mapping (EXEC-122)", () => {
    const plan = planOf([
      command("s", ADVISORY),
      command("m", { ...over("s"), ...ADVISORY }),
      command("t", { after: ["m"], join: "settled" }),
    ]);
    const [entry] = Walk.through(plan, { s: fails() }).inputs("t").entries;
    expect(entry?.entry).toMatchObject({ status: "blocked", perInstance: new Map() });
  });
});

describe("staged files", () => {
  const staged = (walk: Walk, row: string): string[] =>
    walk.inputs(row).staged.map((set) => set.row);

  it("are those of every passing ancestor, in declaration order (FILE-018 FILE-026 FILE-045)", () => {
    const plan = planOf([
      command("far", files("f")),
      command("iso", { ...files("i"), after: ["far"], isolated: true }),
      command("plain", { after: ["iso"] }),
      command("aside", files("s")),
      command("t", { after: ["plain"] }),
    ]);
    const walk = Walk.through(plan, {
      far: withFiles(passes(), "f"),
      iso: withFiles(passes(), "i"),
      aside: withFiles(passes(), "s"),
    });
    expect(walk.inputs("t").staged).toEqual([
      { row: "far", node: "far" },
      { row: "iso", node: "iso" },
    ]);
    expect(staged(walk, "far")).toEqual([]);
  });

  it("of a failed task reach only a settled join that declares it (FILE-044 FILE-033)", () => {
    const plan = planOf([
      command("bad", { ...ADVISORY, ...files("f") }),
      command("direct", { after: ["bad"], join: "settled" }),
      command("grandchild", { after: ["direct"], join: "settled" }),
      command("other", { ...ADVISORY, after: ["bad", "direct"], join: "passed" }),
    ]);
    const walk = Walk.through(plan, { bad: withFiles(fails(), "f") });
    expect(staged(walk, "direct")).toEqual(["bad"]);
    expect(walk.inputs("direct").entries[0]?.entry.files).toBe(true);
    expect(staged(walk, "grandchild")).toEqual([]);
    expect(staged(walk, "other")).toEqual([]);
  });

  it("are none of tasks that skipped or failed by transport (FILE-042 EPI-020)", () => {
    const plan = planOf([
      command("skipped", { ...ADVISORY, ...files("f") }),
      command("lost", { ...ADVISORY, ...files("f") }),
      command("t", { after: ["skipped", "lost"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, {
      skipped: withFiles(skips(), "f"),
      lost: withFiles(transport(), "f"),
    });
    expect(staged(walk, "t")).toEqual([]);
    expect(walk.row("skipped").files).toBeUndefined();
    expect(walk.row("lost").files).toBeUndefined();
  });

  it("of a passing task that lost its set to a finding are the failing attempt's (FILE-010 FILE-012 FILE-015)", () => {
    const plan = planOf([
      command("a", { ...ADVISORY, ...files("f") }),
      command("t", { after: ["a"], join: "settled" }),
    ]);
    const findings = ['declared file "f" is absent after a passing attempt'];
    const walk = Walk.through(plan, { a: { ...passes({ n: 1 }), findings } });
    expect(walk.row("a")).toMatchObject({
      status: "fail",
      attempts: 1,
      output: { n: 1 },
      note: 'declared file "f" is absent after a passing attempt',
    });
    expect(staged(walk, "t")).toEqual([]);
  });

  it("that a failing attempt did not leave are said beside its note (FILE-039 FILE-040)", () => {
    const captureProblems = ['declared file "f" is absent after a failing attempt'];
    const walk = Walk.through(planOf([command("a", files("f"))]), {
      a: { ...exits(2, undefined, "boom"), captureProblems },
    });
    expect(walk.row("a")).toMatchObject({
      status: "fail",
      note: 'exit 2: boom; declared file "f" is absent after a failing attempt',
    });
  });

  it("of a mapped producer are staged item by item, failed items for a settled join alone (FILE-049 FILE-044)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), ...ADVISORY, ...files("x") }),
      command("reduce", { after: ["m"], join: "passed" }),
      command("look", { after: ["m"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a/b", "c"] }),
      "m[a/b]": withFiles(passes(), "x"),
      "m[c]": withFiles(fails(), "x"),
    });
    expect(walk.inputs("reduce").staged).toEqual([{ row: "m[a/b]", node: "m", key: "a/b" }]);
    expect(staged(walk, "look")).toEqual(["m[a/b]", "m[c]"]);
  });

  it("name the commit only of a passing attempt (EXEC-143 EXEC-144)", () => {
    const plan = planOf([command("a"), command("b", ADVISORY)]);
    const walk = Walk.through(plan, {
      a: { ...passes(), commit: "c1" },
      b: { ...fails(), commit: "c2" },
    });
    expect(walk.row("a").commit).toBe("c1");
    expect(walk.row("b").commit).toBeUndefined();
  });
});

describe("the epilogue", () => {
  it("starts after the main graph settled, behind the verdict, and runs once (EPI-001 EPI-002 EPI-022)", () => {
    const plan = planOf([command("e", EPILOGUE), command("a"), command("b", { after: ["a"] })]);
    const walk = Walk.through(plan);
    expect(
      walk.log.map((entry) => ("task" in entry ? `${entry.kind} ${entry.task}` : entry.kind)),
    ).toEqual([
      "plan_admitted",
      "attempt_started a",
      "attempt_ended a",
      "task_result a",
      "attempt_started b",
      "attempt_ended b",
      "task_result b",
      "verdict",
      "attempt_started e",
      "attempt_ended e",
      "task_result e",
      "shutdown",
    ]);
  });

  it("runs when the main graph failed, whatever its join (EPI-003 EPI-010)", () => {
    const plan = planOf([
      command("a"),
      command("e1", EPILOGUE),
      command("e2", { ...EPILOGUE, after: ["e1"] }),
    ]);
    const walk = Walk.through(plan, { a: fails() });
    expect(walk.statuses()).toEqual({ a: "fail", e1: "pass", e2: "pass" });
    expect(walk.ending).toBe("invalid error: short-circuited at a");
  });

  it("follows its own joins, and a required failure blocks only its dependents (EPI-011 EPI-013)", () => {
    const plan = planOf([
      command("a"),
      command("e1", EPILOGUE),
      command("e2", { ...EPILOGUE, after: ["e1"] }),
      command("e3", EPILOGUE),
      command("e4", { ...EPILOGUE, after: ["e1"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, { e1: fails() });
    expect(walk.statuses()).toEqual({
      a: "pass",
      e1: "fail",
      e2: "blocked",
      e3: "pass",
      e4: "pass",
    });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("receives how the run stands: the outcome and every settled main task (EPI-014 EPI-015 EPI-016)", () => {
    const plan = planOf([
      command("a"),
      command("b", { after: ["a"] }),
      command("e1", EPILOGUE),
      command("e2", { ...EPILOGUE, after: ["e1"] }),
    ]);
    const walk = Walk.through(plan, { a: exits(1, { why: 1 }, "boom") });
    const outcome = walk.inputs("e2").outcome;
    expect(outcome?.exit).toBe(walk.shutdown.outcome);
    expect([...(outcome?.tasks ?? [])]).toEqual([
      ["a", { row: "a", status: "fail", note: "exit 1: boom", hasOutput: true, files: false }],
      [
        "b",
        {
          row: "b",
          status: "blocked",
          note: "required task a failed",
          hasOutput: false,
          files: false,
        },
      ],
    ]);
    expect(walk.inputs("e2").entries.map((entry) => entry.name)).toEqual(["e1"]);
    expect(walk.inputs("a").outcome).toBeUndefined();
  });

  it("gets entries equal to a settled join's, fan-outs with their items (EPI-017 EPI-018)", () => {
    const plan = planOf([
      command("s"),
      command("m", { ...over("s"), ...ADVISORY, ...files("x") }),
      command("look", { after: ["s", "m"], join: "settled" }),
      command("e", EPILOGUE),
    ]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b"] }),
      "m[a]": withFiles(fails(), "x"),
      "m[b]": withFiles(passes(), "x"),
    });
    const outcome = walk.inputs("e").outcome;
    for (const { name, entry } of walk.inputs("look").entries) {
      expect(outcome?.tasks.get(name)).toEqual(entry);
    }
  });

  it("has every main task's set staged, passed or failed (EPI-020 FILE-045)", () => {
    const plan = planOf([
      command("good", files("f")),
      command("bad", { ...ADVISORY, ...files("f") }),
      command("none", ADVISORY),
      command("e1", { ...EPILOGUE, ...files("r") }),
      command("e2", { ...EPILOGUE, after: ["e1"] }),
    ]);
    const walk = Walk.through(plan, {
      good: withFiles(passes(), "f"),
      bad: withFiles(fails(), "f"),
      e1: withFiles(passes(), "r"),
    });
    expect(walk.inputs("e2").staged.map((set) => set.row)).toEqual(["good", "bad", "e1"]);
    expect(walk.inputs("e2").outcome?.tasks.get("bad")?.files).toBe(true);
  });

  it("holds a plan of epilogue tasks alone (EPI-001)", () => {
    expect(Walk.through(planOf([command("e", EPILOGUE)])).rows()).toEqual(["e pass"]);
  });
});
