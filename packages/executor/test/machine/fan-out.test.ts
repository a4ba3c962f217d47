import type { JsonValue } from "@crucible/core";
import { describe, expect, it } from "vitest";
import {
  costing,
  exits,
  fails,
  passes,
  skips,
  timesOut,
  transport,
  withFiles,
} from "./support/outcomes.js";
import {
  ADVISORY,
  agent,
  choice,
  command,
  files,
  noul,
  over,
  planOf,
  route,
} from "./support/plans.js";
import { Walk } from "./support/walk.js";

const SOURCE = command("s");

function mapping(items: JsonValue, extras: object = {}): Walk {
  const plan = planOf([SOURCE, command("m", { ...over("s"), ...extras })]);
  return Walk.through(plan, { s: passes({ items }) });
}

describe("a mapped task", () => {
  it("runs once an item, each with its own row, and writes one row of its own (MAP-001 MAP-003 MAP-014)", () => {
    const walk = mapping(["a", "b"]);
    expect(walk.rows()).toEqual(["s pass", "m[a] pass", "m[b] pass", "m pass"]);
    expect(walk.starts()).toEqual(["s#1", "m[a]#1", "m[b]#1"]);
    expect(walk.inputs("m[b]").item).toBe("b");
    expect(walk.entries("fan_out")).toEqual([{ kind: "fan_out", task: "m", keys: ["a", "b"] }]);
  });

  it("keeps keys as they are, whatever they hold (MAP-004 MAP-005)", () => {
    const keys = ["org/router", "org%2Frouter", ".hidden", "a\\b", "A", "a", "__proto__", "12"];
    const walk = mapping(keys);
    expect(walk.rows().slice(1, -1)).toEqual(keys.map((key) => `m[${key}] pass`));
    const output = walk.row("m").output as { order: string[]; outputs: object };
    expect(output.order).toEqual(keys);
    expect(Object.keys(output.outputs)).toHaveLength(keys.length);
  });

  it("adds no node to the admitted graph (MAP-008)", () => {
    const admitted = mapping(["a", "b"]).entries("plan_admitted")[0];
    expect(admitted?.tasks.map((task) => task.name)).toEqual(["s", "m"]);
  });

  it("passes over an empty list, with no instances (MAP-009 EXEC-122)", () => {
    const plan = planOf([
      SOURCE,
      command("m", over("s")),
      command("o", { after: ["m"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: [] }) });
    expect(walk.row("m")).toMatchObject({
      status: "pass",
      attempts: 0,
      note: "",
      output: { instances: 0, passed: 0, failed: 0, not_taken: 0, order: [], outputs: {} },
    });
    expect(walk.inputs("o").entries[0]?.entry.perInstance).toEqual(new Map());
  });

  it.each<[string, JsonValue, string]>([
    ["is absent", { other: [] }, "s.items is absent from what s emitted"],
    ["sits in no object", [1], "s.items is absent from what s emitted"],
    ["is no list", { items: "a" }, "s.items is not a list"],
    [
      "holds a number",
      { items: ["a", 1] },
      "s.items[1] is not a string; an item names its instance",
    ],
    ["holds an empty text", { items: ["a", ""] }, 's.items[1] = "" cannot name an instance'],
    ["holds a bracket", { items: ["a[1]"] }, 's.items[0] = "a[1]" cannot name an instance'],
    ["repeats an item", { items: ["a", "b", "a"] }, 's.items repeats "a"; items 0 and 2 are equal'],
    [
      "is too long",
      { items: ["1", "2", "3", "4", "5", "6", "7", "8", "9"] },
      "s.items has 9 items; max_fanout is 8. Emit fewer items or raise max_fanout",
    ],
  ])("fails before anything starts when its list %s (MAP-002 MAP-006)", (_, output, note) => {
    const plan = planOf([SOURCE, command("m", over("s"))]);
    const walk = Walk.through(plan, { s: passes(output) });
    expect(walk.row("m")).toMatchObject({ status: "fail", attempts: 0, note });
    expect(walk.rows()).toEqual(["s pass", "m fail"]);
  });

  it("takes long items unless they must name a folder (MAP-004 FILE-024)", () => {
    const long = "é".repeat(200);
    expect(mapping([long]).row("m").status).toBe("pass");
    const walk = mapping([long], files("out.txt"));
    expect(walk.row("m").note).toBe(
      "s.items[0] is too long to name a folder for its files; the limit is 255 bytes with the task's name",
    );
    expect(walk.rows()).toEqual(["s pass", "m fail"]);
  });

  it.each([
    ["a", 1],
    ["%", 3],
    ["/", 3],
    ["\\", 3],
    ["\0", 3],
    [".", 3],
    ["\u007f", 1],
    ["\u0080", 2],
    ["\u07ff", 2],
    ["\u0800", 3],
    ["\uffff", 3],
    ["\u{10000}", 4],
  ])(
    "counts %j as %d of the 255 bytes of a folder's name (FILE-023 FILE-024)",
    (character, bytes) => {
      const most = Math.floor((255 - "m[]".length) / bytes);
      expect(mapping([character.repeat(most)], files("x")).starts()).toHaveLength(2);
      expect(mapping([character.repeat(most + 1)], files("x")).starts()).toHaveLength(1);
    },
  );

  it.each([
    ["settled", fails({ items: ["a"] })],
    ["settled", skips()],
    ["passed", fails({ items: ["a"] })],
  ] as const)(
    "with join %s fails, naming a source that did not pass (MAP-010 EXEC-134)",
    (join, end) => {
      const plan = planOf([
        command("s", ADVISORY),
        command("m", { ...over("s"), ...ADVISORY, join }),
      ]);
      const walk = Walk.through(plan, { s: end });
      expect(walk.row("m")).toMatchObject({
        status: "fail",
        attempts: 0,
        note: "s produced no output to map over",
      });
    },
  );

  it("is not taken when its condition does not hold, whatever its source came to (ROUTE-031)", () => {
    const plan = planOf([
      command("s", ADVISORY),
      command("d"),
      route("r", { kind: "output", task: "d" }, [noul("q")], { after: ["d"] }),
      command("m", {
        ...over("s"),
        ...ADVISORY,
        after: ["s", "r"],
        join: "passed",
        when: { task: "r", question: "q", is: ["yes"] },
      }),
    ]);
    const walk = Walk.through(plan, { s: fails(), d: passes({ q: false }) });
    expect(walk.row("m").status).toBe("not_taken");
    const taken = Walk.through(plan, { s: fails(), d: passes({ q: true }) });
    expect(taken.row("m").note).toBe("s produced no output to map over");
  });

  it("is blocked by its all-join like any task (MAP-010 EXEC-012)", () => {
    const plan = planOf([command("s", ADVISORY), command("m", { ...over("s"), ...ADVISORY })]);
    expect(Walk.through(plan, { s: fails({ items: ["a"] }) }).row("m").status).toBe("blocked");
  });

  it("runs isolated items at once and shared ones one by one, within the width (MAP-022 MAP-012)", () => {
    const items = passes({ items: ["a", "b", "c"] });
    const shared = Walk.start(planOf([SOURCE, command("m", over("s"))]));
    shared.end("s", items);
    expect(shared.inFlight()).toEqual(["m[a]"]);
    const isolated = planOf([SOURCE, command("m", { ...over("s"), isolated: true })]);
    const wide = Walk.start(isolated);
    wide.end("s", items);
    expect(wide.inFlight()).toEqual(["m[a]", "m[b]", "m[c]"]);
    const narrow = Walk.start(isolated, { width: 2 });
    narrow.end("s", items);
    expect(narrow.inFlight()).toEqual(["m[a]", "m[b]"]);
  });

  it("retries, repairs and times out each item by itself (MAP-013 EXEC-091)", () => {
    const plan = planOf([
      SOURCE,
      agent("m", { ...over("s"), ...ADVISORY, timeoutMs: 60_000, repair: 1 }),
    ]);
    const repairs = [{ label: "m[c] repair 1/1", round: 1, of: 1, cost_usd: 0, notes: ["x"] }];
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b", "c"] }),
      "m[a]": [transport(), passes()],
      "m[b]": timesOut(),
      "m[c]": { ...passes(), repairs },
    });
    expect(walk.starts()).toEqual(["s#1", "m[a]#1", "m[a]#2", "m[b]#1", "m[c]#1"]);
    expect(walk.row("m[b]").note).toBe("timed out: the task ran past its 1m limit");
    expect(walk.row("m[c]").repairs?.[0]?.label).toBe("m[c] repair 1/1");
    expect(walk.row("m[a]").repairs).toBeUndefined();
  });
});

describe("the fold", () => {
  const items = ["a", "b", "c"];

  it("is a function of the items in item order, however they end (MAP-015 MAP-014)", () => {
    const plan = planOf([SOURCE, command("m", { ...over("s"), ...ADVISORY, isolated: true })]);
    const walk = Walk.start(plan);
    walk.end("s", passes({ items }));
    walk.end("m[c]", costing(0.1, passes({ n: 3 })));
    walk.end("m[a]", costing(0.2, passes({ n: 1 })));
    walk.end("m[b]", costing(0.3, exits(1, { n: 2 })));
    expect(walk.row("m")).toMatchObject({
      status: "fail",
      attempts: 1,
      cost_usd: 0.6,
      note: "1 of 3 instances failed: b",
      output: {
        instances: 3,
        passed: 2,
        failed: 1,
        not_taken: 0,
        order: items,
        outputs: { a: { n: 1 }, c: { n: 3 } },
      },
    });
    expect(walk.machine.spentNano).toBe(600_000_000);
  });

  it("lets one item not stop another, and decides the verdict alone (MAP-018 MAP-015)", () => {
    const plan = planOf([SOURCE, command("m", over("s")), command("n", { after: ["m"] })]);
    const walk = Walk.through(plan, { s: passes({ items }), "m[a]": fails() });
    expect(walk.rows()).toEqual([
      "s pass",
      "m[a] fail",
      "m[b] pass",
      "m[c] pass",
      "m fail",
      "n blocked",
    ]);
    expect(walk.verdict.reasons[0]).toBe('required task "m" settled fail');
  });

  it("counts an item that skipped itself as one that failed (MAP-015)", () => {
    const plan = planOf([SOURCE, command("m", { ...over("s"), ...ADVISORY })]);
    const walk = Walk.through(plan, { s: passes({ items: ["a", "b"] }), "m[a]": skips() });
    expect(walk.row("m")).toMatchObject({ status: "fail", note: "1 of 2 instances failed: a" });
  });

  it("names at most twenty failed keys (MAP-015)", () => {
    const keys = Array.from({ length: 30 }, (_, index) => `k${index}`);
    const plan = planOf([SOURCE, command("m", { ...over("s", "items", 30), ...ADVISORY })]);
    const script = Object.fromEntries(keys.map((key) => [`m[${key}]`, fails()]));
    const walk = Walk.through(plan, { ...script, s: passes({ items: keys }) });
    expect(walk.row("m").note).toMatch(/^30 of 30 instances failed: k0, .*k19 and 10 more$/);
  });

  it("reaches passed joins whatever its status, and counts as passing with one item that did (MAP-016 EXEC-126)", () => {
    const plan = planOf([
      SOURCE,
      command("m", { ...over("s"), ...ADVISORY }),
      command("reduce", { ...ADVISORY, after: ["m"], join: "passed" }),
      command("strict", { ...ADVISORY, after: ["m"] }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items }), "m[b]": fails() });
    expect(walk.statuses()).toMatchObject({ m: "fail", reduce: "pass", strict: "blocked" });
    expect(walk.inputs("reduce").entries).toMatchObject([
      { name: "m", kind: "output", entry: { row: "m", status: "fail", hasOutput: true } },
    ]);
    const none = Walk.through(plan, {
      s: passes({ items }),
      "m[a]": fails(),
      "m[b]": fails(),
      "m[c]": fails(),
    });
    expect(none.row("reduce").note).toBe("no dependency passed");
  });

  it("is not taken when no item was (MAP-015 ROUTE-034)", () => {
    const judgeEach = route("r", { kind: "output", task: "p" }, [noul("q")], {
      after: ["s", "p"],
      over: { task: "s", field: "items" },
      maxFanout: 8,
    });
    const plan = planOf([
      SOURCE,
      command("p", over("s")),
      judgeEach,
      command("m", {
        after: ["s", "r"],
        over: { task: "s", field: "items" },
        maxFanout: 8,
        when: { task: "r", question: "q", is: ["yes"] },
      }),
    ]);
    const some = Walk.through(plan, {
      s: passes({ items: ["a", "b"] }),
      "p[a]": passes({ q: true }),
      "p[b]": passes({ q: false }),
    });
    expect(some.row("m[a]").status).toBe("pass");
    expect(some.row("m[b]")).toMatchObject({ status: "not_taken", note: "r.q resolved to no" });
    expect(some.row("m")).toMatchObject({
      status: "pass",
      output: { instances: 2, passed: 1, failed: 0, not_taken: 1 },
    });
    const none = Walk.through(plan, {
      s: passes({ items: ["a"] }),
      "p[a]": passes({ q: "no" }),
    });
    expect(none.row("m")).toMatchObject({ status: "not_taken", attempts: 0 });
    expect(none.verdict.verdict).toBe("valid");
  });
});

describe("aligned fan-outs", () => {
  const aligned = { after: ["s", "p"], over: { task: "s", field: "items" }, maxFanout: 8 };

  it("meet item by item: outputs, envelopes and files of the same key (MAP-017 FILE-049)", () => {
    const plan = planOf([
      SOURCE,
      command("p", { ...over("s"), ...files("x.txt") }),
      command("m", aligned),
      command("o", { ...aligned, join: "settled" }),
    ]);
    const walk = Walk.through(plan, {
      s: passes({ items: ["a", "b"] }),
      "p[a]": withFiles(passes({ n: 1 }), "x.txt"),
      "p[b]": withFiles(passes({ n: 2 }), "x.txt"),
    });
    expect(walk.inputs("m[b]")).toMatchObject({
      entries: [
        { name: "s", kind: "output", entry: { row: "s" } },
        { name: "p", kind: "output", entry: { row: "p[b]", files: true } },
      ],
      staged: [{ row: "p[b]", node: "p", key: "b" }],
      item: "b",
    });
    const settled = walk.inputs("o[a]").entries[1];
    expect(settled).toMatchObject({ name: "p", kind: "settled", entry: { row: "p[a]" } });
    expect(settled?.entry.perInstance).toBeUndefined();
  });

  it("run with a passed join where the item passed, and fail where it did not (EXEC-108 MAP-015)", () => {
    const plan = planOf([
      SOURCE,
      command("p", { ...over("s"), ...ADVISORY }),
      command("m", { ...aligned, ...ADVISORY, after: ["p", "s"], join: "settled" }),
      command("only", {
        ...ADVISORY,
        after: ["p", "s"],
        over: { task: "s", field: "items" },
        maxFanout: 8,
        join: "passed",
      }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["a", "b"] }), "p[a]": fails() });
    expect(walk.row("m[a]").status).toBe("pass");
    expect(walk.row("only[a]").status).toBe("pass");
    expect(walk.inputs("only[a]").entries.map((entry) => entry.name)).toEqual(["s"]);
    expect(walk.inputs("only[b]").entries.map((entry) => entry.entry.row)).toEqual(["p[b]", "s"]);
  });

  it("follow a route of a node that never expanded (ROUTE-032)", () => {
    const plan = planOf([
      SOURCE,
      route("gate", { kind: "output", task: "s" }, [noul("go")], { after: ["s"] }),
      route("r", { kind: "output", task: "s" }, [choice("go", ["yes", "no"])], {
        ...over("s"),
        after: ["s", "gate"],
        when: { task: "gate", question: "go", is: ["yes"] },
      }),
      command("m", {
        ...over("s"),
        after: ["s", "r"],
        join: "settled",
        when: { task: "r", question: "go", is: ["yes"] },
      }),
    ]);
    const walk = Walk.through(plan, { s: passes({ items: ["a"], go: "no" }) });
    expect(walk.statuses()).toEqual({ s: "pass", gate: "pass", r: "not_taken", m: "not_taken" });
    expect(walk.row("m").note).toBe("route r was not taken");
  });
});

describe("stopping a fan-out in flight", () => {
  it("blocks the items that have not started, and the node folds over all (EXEC-010 MAP-015)", () => {
    const plan = planOf([
      SOURCE,
      command("bad", { isolated: true, after: ["s"] }),
      command("m", { ...over("s"), isolated: true }),
    ]);
    const walk = Walk.start(plan, { width: 2 });
    walk.end("s", passes({ items: ["a", "b"] }));
    walk.end("bad", fails());
    expect(walk.rows()).toEqual(["s pass", "bad fail", "m[b] blocked"]);
    walk.end("m[a]");
    expect(walk.row("m[b]")).toMatchObject({
      note: "required task bad failed",
      blocked: { reason: "required_task_failed", task: "bad" },
    });
    expect(walk.row("m")).toMatchObject({ status: "fail", note: "1 of 2 instances failed: b" });
  });
});

describe("large outputs", () => {
  it("still feed the graph when they are moved out of the log (RESUME-003)", () => {
    const items = Array.from({ length: 8 }, (_, index) => `${index}-${"x".repeat(12_000)}`);
    const plan = planOf([SOURCE, command("m", over("s"))]);
    const walk = Walk.through(plan, { s: passes({ items, padding: "y".repeat(50_000) }) });
    expect(walk.row("s").output).toBeUndefined();
    expect(walk.row("s").output_blob).toBeDefined();
    expect(walk.row("m").status).toBe("pass");
  });
});

describe("an item", () => {
  it("that is no text of whole characters cannot name an instance (MAP-006 MAP-002)", () => {
    const walk = mapping(["fine", "\ud800"]);
    expect(walk.row("m").note).toBe('s.items[1] = "\\ud800" cannot name an instance');
    expect(walk.starts()).toEqual(["s#1"]);
  });
});
