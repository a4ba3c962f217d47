import type { JsonValue } from "@crucible/core";
import { describe, expect, it } from "vitest";
import {
  answers,
  costing,
  decides,
  exits,
  fails,
  passes,
  skips,
  timesOut,
  transport,
} from "./support/outcomes.js";
import { ADVISORY, choice, command, noul, planOf, route, topK } from "./support/plans.js";
import { Walk } from "./support/walk.js";

const BY_OUTPUT = { kind: "output", task: "s" } as const;
const SOURCE = command("s");

function byOutput(output: JsonValue, ...questions: Parameters<typeof route>[2]): Walk {
  const plan = planOf([SOURCE, route("r", BY_OUTPUT, questions, { after: ["s"] })]);
  return Walk.through(plan, { s: passes(output) });
}

describe("a route that an output decides", () => {
  it("records each answer for certain, without an attempt or a capability (ROUTE-001 ROUTE-015 ROUTE-016)", () => {
    const walk = byOutput({ go: true, kind: "b", more: 1 }, noul("go"), choice("kind", ["a", "b"]));
    expect(walk.row("r")).toMatchObject({
      status: "pass",
      attempts: 0,
      cost_usd: 0,
      task_kind: "route",
      output: {
        go: { label: "yes", confidence: 1, probabilities: { yes: 1 } },
        kind: { label: "b", confidence: 1, probabilities: { b: 1 } },
      },
    });
    expect(walk.starts()).toEqual(["s#1"]);
  });

  it.each<[JsonValue, string]>([
    [true, "yes"],
    [false, "no"],
    ["yes", "yes"],
    ["no", "no"],
  ])("reads %j of a noul as %s (ROUTE-004 ROUTE-014)", (value, label) => {
    expect(byOutput({ go: value }, noul("go")).row("r").output).toMatchObject({ go: { label } });
  });

  it("records uncertain with an empty distribution (ROUTE-007 ROUTE-015)", () => {
    expect(byOutput({ go: "uncertain" }, noul("go")).row("r").output).toEqual({
      go: { label: "uncertain", confidence: 0, probabilities: {} },
    });
  });

  it.each<[string, JsonValue, string]>([
    ["a missing field", { other: 1 }, 's emitted no field "go"'],
    ["an output that is no object", [true], 's emitted no field "go"'],
    ["a number", { go: 1 }, "s.go is 1, not a label string or boolean"],
    ["null", { go: null }, "s.go is null, not a label string or boolean"],
    [
      "an undeclared label",
      { go: "maybe" },
      's.go is "maybe", which the question does not declare',
    ],
    [
      "an inherited name",
      { go: "constructor" },
      's.go is "constructor", which the question does not declare',
    ],
  ])("fails on %s (ROUTE-013 ROUTE-012)", (_, output, note) => {
    expect(byOutput(output, noul("go")).row("r")).toMatchObject({ status: "fail", note });
  });

  it("does not take a boolean for a choice without yes and no (ROUTE-013)", () => {
    expect(byOutput({ kind: true }, choice("kind", ["a", "b"])).row("r").note).toBe(
      "s.kind is true, which the question does not declare",
    );
  });

  it("fails over a source that contributed nothing, under a settled join (ROUTE-013)", () => {
    const plan = planOf([
      command("s", ADVISORY),
      route("r", BY_OUTPUT, [noul("go")], { ...ADVISORY, after: ["s"], join: "settled" }),
    ]);
    const walk = Walk.through(plan, { s: exits(1, { go: true }) });
    expect(walk.row("r")).toMatchObject({
      status: "fail",
      note: "source s contributed no output",
    });
  });

  it("cuts long values in notes (ROUTE-013)", () => {
    const note = byOutput({ go: "x".repeat(500) }, noul("go")).row("r").note;
    expect(note.length).toBeLessThan(200);
  });
});

describe("when", () => {
  const taken = (label: string, extras = {}) => ({
    after: ["r"],
    when: { task: "r", question: "go", is: [label] },
    ...extras,
  });
  const plan = planOf(
    [
      SOURCE,
      route("r", BY_OUTPUT, [noul("go")], { after: ["s"] }),
      command("yes", taken("yes")),
      command("no", taken("no")),
      command("chain", {
        after: ["no"],
        join: "settled",
        when: { task: "r2", question: "go", is: ["yes"] },
      }),
      route("r2", BY_OUTPUT, [noul("go")], { after: ["s", "no"], join: "all" }),
    ].map((task) => (task.name === "chain" ? { ...task, dependsOn: ["no", "r2"] } : task)),
  );

  it("runs the branch that was chosen and leaves the others, without attempts or harm (ROUTE-031 ROUTE-034 EXEC-022)", () => {
    const walk = Walk.through(plan, { s: passes({ go: "yes" }) });
    expect(walk.row("yes").status).toBe("pass");
    expect(walk.row("no")).toMatchObject({
      status: "not_taken",
      attempts: 0,
      cost_usd: 0,
      note: "r.go resolved to yes",
    });
    expect(walk.ending).toBe("valid finished: completed");
  });

  it("that is not satisfied outranks a dependency that failed (ROUTE-031 ROUTE-035)", () => {
    const mixed = planOf([
      SOURCE,
      command("bad", ADVISORY),
      route("r", BY_OUTPUT, [noul("go")], { after: ["s"] }),
      command("t", { ...ADVISORY, ...taken("no", { after: ["bad", "r"] }) }),
    ]);
    const walk = Walk.through(mixed, { s: passes({ go: "yes" }), bad: fails() });
    expect(walk.row("t")).toMatchObject({ status: "not_taken", note: "r.go resolved to yes" });
    const chosen = Walk.through(mixed, { s: passes({ go: "no" }), bad: fails() });
    expect(chosen.row("t").status).toBe("blocked");
  });

  it("over a route that was not taken is not satisfied (ROUTE-032)", () => {
    const walk = Walk.through(plan, { s: passes({ go: "yes" }) });
    expect(walk.row("r2").status).toBe("not_taken");
    expect(walk.row("chain")).toMatchObject({
      status: "not_taken",
      note: "route r2 was not taken",
    });
  });

  it("makes a required task required when it is taken (ROUTE-035)", () => {
    const walk = Walk.through(plan, { s: passes({ go: "yes" }), yes: fails() });
    expect(walk.ending).toBe("invalid error: short-circuited at yes");
  });

  it("over a route that failed is not satisfied, while an all-join is blocked (ROUTE-033)", () => {
    const failing = planOf([
      SOURCE,
      route("r", BY_OUTPUT, [noul("go")], { ...ADVISORY, after: ["s"] }),
      command("all", { ...ADVISORY, ...taken("yes") }),
      command("settled", taken("yes", { join: "settled" })),
      command("passed", taken("yes", { after: ["s", "r"], join: "passed" })),
    ]);
    const walk = Walk.through(failing, { s: passes({}) });
    expect(walk.statuses()).toEqual({
      s: "pass",
      r: "fail",
      all: "blocked",
      settled: "not_taken",
      passed: "not_taken",
    });
    expect(walk.row("settled").note).toBe("route r did not decide");
    expect(walk.ending).toBe("valid finished: completed");
  });
});

describe("a route that a model decides", () => {
  const MODEL = { kind: "model", minConfidence: 0.8, files: [] } as const;
  const plan = planOf([
    route("r", MODEL, [choice("kind", ["a", "b"]), noul("go")], { needs: "decision" }),
  ]);
  const options = { capabilities: ["decision"] };
  const answered = (
    probabilities: Record<string, Record<string, number>>,
    extra: object = {},
  ): Walk => Walk.through(plan, { r: { ...decides(probabilities), ...extra } }, options);

  it("takes the likeliest label (ROUTE-001 ROUTE-018)", () => {
    const walk = answered({ kind: { a: 0.1, b: 0.9 }, go: { yes: 0.8, no: 0.2 } });
    expect(walk.row("r")).toMatchObject({
      status: "pass",
      attempts: 1,
      output: {
        kind: { label: "b", confidence: 0.9, probabilities: { a: 0.1, b: 0.9 } },
        go: { label: "yes", confidence: 0.8 },
      },
    });
    expect(walk.entries("attempt_ended")[0]).toMatchObject({ cause: "decided" });
    expect(walk.inputs("r").options).toBeUndefined();
  });

  it("says in its row what the model could not be shown", () => {
    const shown = (note: string): Walk =>
      Walk.through(
        planOf([route("r", MODEL, [noul("go")], { needs: "decision" })]),
        { r: answers({ kind: "model", probabilities: new Map([["go", new Map()]]), note }) },
        options,
      );
    expect(shown("a file is not JSON").row("r")).toMatchObject({
      status: "pass",
      note: "a file is not JSON",
    });
    expect(shown("").row("r").note).toBe("");
  });

  it("records a label that is not likely enough as uncertain (ROUTE-018)", () => {
    const walk = answered({ kind: { a: 0.79, b: 0.21 }, go: {} });
    expect(walk.row("r").output).toMatchObject({
      kind: { label: "uncertain", confidence: 0.79, probabilities: { a: 0.79, b: 0.21 } },
      go: { label: "uncertain", confidence: 0, probabilities: {} },
    });
  });

  describe("asked for a score", () => {
    const levels = ["none", "some", "much"].map((label) => ({ label }));
    const scored = planOf([
      route("r", MODEL, [{ ...noul("size"), type: "score", levels }, noul("go")], {
        needs: "decision",
      }),
    ]);
    const placed = (some: number, positions: Record<string, number>): Walk =>
      Walk.through(
        scored,
        {
          r: answers({
            kind: "model",
            probabilities: new Map([
              ["size", new Map([["some", some]])],
              ["go", new Map([["yes", 1]])],
            ]),
            positions: new Map(Object.entries(positions)),
          }),
        },
        options,
      );

    it.each([0, 1.25, 2])("keeps where it lies between the levels: %d (ROUTE-001)", (size) => {
      expect(placed(0.9, { size }).row("r").output).toEqual({
        size: { label: "some", confidence: 0.9, probabilities: { some: 0.9 }, score: size },
        go: { label: "yes", confidence: 1, probabilities: { yes: 1 } },
      });
    });

    it("keeps it of an uncertain answer too, and says none where none is told", () => {
      expect(placed(0.5, { size: 1 }).row("r").output).toMatchObject({
        size: { label: "uncertain", score: 1 },
      });
      expect(placed(0.9, {}).row("r").output).toEqual({
        size: { label: "some", confidence: 0.9, probabilities: { some: 0.9 } },
        go: { label: "yes", confidence: 1, probabilities: { yes: 1 } },
      });
    });

    it("keeps none of a question that has no levels", () => {
      expect(placed(0.9, { go: 1 }).row("r").output).toMatchObject({
        go: { label: "yes", confidence: 1, probabilities: { yes: 1 } },
      });
      expect(JSON.stringify(placed(0.9, { go: 1 }).row("r").output)).not.toContain("score");
    });

    it.each([-0.1, 2.1, Number.NaN, Number.POSITIVE_INFINITY])(
      "fails on a place that no level is at: %d (ROUTE-020)",
      (size) => {
        expect(placed(0.9, { size }).row("r")).toMatchObject({
          status: "fail",
          attempts: 1,
          note: 'the decision gives question "size" a position that is not from 0 to 2',
        });
      },
    );
  });

  it("takes the label that is declared first among equals (ROUTE-018)", () => {
    const even = planOf([
      route("r", { ...MODEL, minConfidence: 0.5 }, [choice("kind", ["b", "a"])], {
        needs: "decision",
      }),
    ]);
    const walk = Walk.through(even, { r: decides({ kind: { a: 0.5, b: 0.5 } }) }, options);
    expect(walk.row("r").output).toMatchObject({ kind: { label: "b" } });
  });

  it.each<[string, Record<string, Record<string, number>>, string]>([
    [
      "an undeclared option",
      { kind: { c: 1 }, go: { yes: 1 } },
      'the decision gives question "kind" an undeclared option "c"',
    ],
    ["a missing question", { kind: { a: 1 } }, 'the decision leaves out question "go"'],
    [
      "a probability above one",
      { kind: { a: 1.1 }, go: { yes: 1 } },
      'the decision gives question "kind" a probability that is not from 0 to 1',
    ],
    [
      "a probability that is no number",
      { kind: { a: Number.NaN }, go: { yes: 1 } },
      'the decision gives question "kind" a probability that is not from 0 to 1',
    ],
    [
      "a question it was not asked",
      { kind: { a: 1 }, go: { yes: 1 }, extra: {} },
      'the answer names a question "extra" that the route does not ask',
    ],
  ])("fails on %s, and is not tried again (ROUTE-020)", (_, probabilities, note) => {
    const walk = answered(probabilities);
    expect(walk.row("r")).toMatchObject({ status: "fail", attempts: 1, note });
  });

  it("that cannot be reached is a transport failure, tried again (ROUTE-021)", () => {
    const good = decides({ kind: { a: 1 }, go: { yes: 1 } });
    const walk = Walk.through(plan, { r: [transport("down", "provider"), good] }, options);
    expect(walk.row("r")).toMatchObject({ status: "pass", attempts: 2 });
  });

  it("spends, and takes a slot but never the shared workspace (ROUTE-022 EXEC-101)", () => {
    const beside = planOf([command("shared"), ...plan.tasks]);
    const walk = Walk.start(beside, options);
    expect(walk.inFlight()).toEqual(["shared", "r"]);
    walk.end("r", costing(0.5, decides({ kind: { a: 1 }, go: { yes: 1 } })));
    expect(walk.machine.spentNano).toBe(500_000_000);
    expect(Walk.start(beside, { ...options, width: 1 }).inFlight()).toEqual(["shared"]);
  });

  it("chooses among options that another task emitted, fixed before it is asked (ROUTE-038)", () => {
    const dynamic = planOf([
      command("s"),
      route("r", MODEL, [choice("kind", { task: "s", field: "names" })], {
        after: ["s"],
        needs: "decision",
      }),
    ]);
    const walk = Walk.start(dynamic, options);
    walk.end("s", passes({ names: ["x", "y", "x"] }));
    expect(walk.inputs("r").options).toEqual(new Map([["kind", ["x", "y"]]]));
    walk.end("r", decides({ kind: { y: 0.9 } }));
    expect(walk.row("r").output).toMatchObject({ kind: { label: "y" } });
    for (const [names, note] of [
      [["x"], "s.names offers 1 distinct options; a choice takes 2 to 64"],
      [[], "s.names is empty, so there is nothing to choose"],
      [["x", 1], "s.names[1] is not a string"],
      ["x", "s.names is not a list"],
    ] as const) {
      const failing = Walk.through(dynamic, { s: passes({ names }) }, options);
      expect(failing.row("r")).toMatchObject({ status: "fail", attempts: 0, note });
    }
  });
});

describe("top_k", () => {
  const ranked = (k: number, direction: "lower" | "higher", extras = {}) =>
    planOf([
      command("a", ADVISORY),
      command("b", ADVISORY),
      command("c", ADVISORY),
      topK("best", k, direction, { after: ["c", "a", "b"], ...extras }),
    ]);
  const scores = (a: JsonValue, b: JsonValue, c: JsonValue) => ({
    a: passes({ score: a }),
    b: passes({ score: b }),
    c: passes({ score: c }),
  });

  it("keeps the k best in its direction, best first (EXEC-080)", () => {
    const kept = (plan: ReturnType<typeof ranked>) =>
      Walk.through(plan, scores(3, 1, 2)).row("best").output;
    expect(kept(ranked(2, "lower"))).toEqual({
      kept: [
        { task: "b", score: 1 },
        { task: "c", score: 2 },
      ],
    });
    expect(kept(ranked(2, "higher"))).toEqual({
      kept: [
        { task: "a", score: 3 },
        { task: "c", score: 2 },
      ],
    });
    expect(kept(ranked(9, "lower"))).toMatchObject({ kept: { length: 3 } });
  });

  it("breaks ties by declaration order, not by order of listing (EXEC-082)", () => {
    const walk = Walk.through(ranked(2, "lower"), scores(1, 1, 1));
    expect(walk.row("best").output).toEqual({
      kept: [
        { task: "a", score: 1 },
        { task: "b", score: 1 },
      ],
    });
  });

  it.each<JsonValue>(["5", null, [1], true])("fails on a score %j (EXEC-081)", (score) => {
    expect(Walk.through(ranked(1, "lower"), scores(1, score, 2)).row("best")).toMatchObject({
      status: "fail",
      attempts: 0,
      note: "input b has no finite numeric `score` field",
    });
  });

  it("ranks what passed and nothing else (EXEC-080 EXEC-107)", () => {
    const walk = Walk.through(ranked(3, "lower"), {
      ...scores(1, 2, 3),
      a: exits(1, { score: 0 }),
      b: skips(),
    });
    expect(walk.row("best").output).toEqual({ kept: [{ task: "c", score: 3 }] });
  });
});

describe("a decision model's probabilities", () => {
  const MODEL = { kind: "model", minConfidence: 0.5, files: [] } as const;
  const plan = planOf([
    route("r", MODEL, [choice("q", ["a", "b"])], { needs: "decision", timeoutMs: 1_000 }),
  ]);
  const options = { capabilities: ["decision"] };
  const decided = (q: Record<string, number>): Walk =>
    Walk.through(plan, { r: decides({ q }) }, options);

  it("may speak of uncertain, and be 0 or 1 (ROUTE-007 ROUTE-020)", () => {
    expect(decided({ a: 0, b: 1, uncertain: 0 }).row("r").output).toMatchObject({
      q: { label: "b", confidence: 1 },
    });
    expect(decided({ a: 0.1, uncertain: 0.9 }).row("r").output).toMatchObject({
      q: { label: "uncertain", confidence: 0.9 },
    });
    expect(decided({ b: 0.9 }).row("r").output).toMatchObject({ q: { label: "b" } });
    expect(decided({}).row("r").output).toEqual({
      q: { label: "uncertain", confidence: 0, probabilities: {} },
    });
  });

  it.each([-0.1, 1.1, Number.NaN])("of %d fail the route (ROUTE-020)", (probability) => {
    expect(decided({ a: probability }).row("r").note).toBe(
      'the decision gives question "q" a probability that is not from 0 to 1',
    );
  });

  it("that come too late are no answer: the route fails at its limit (CEIL-034 ROUTE-021)", () => {
    const walk = Walk.through(plan, { r: timesOut() }, options);
    expect(walk.row("r")).toMatchObject({
      status: "fail",
      note: "timed out: the task ran past its 1s limit",
    });
  });
});

describe("a score without end", () => {
  it.each([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "of %d fails a ranking (EXEC-081)",
    (score) => {
      const plan = planOf([
        command("a"),
        command("b"),
        topK("t", 1, "higher", { after: ["a", "b"] }),
      ]);
      const walk = Walk.through(plan, { a: passes({ score: 1 }), b: passes({ score }) });
      expect(walk.row("t").note).toBe("input b has no finite numeric `score` field");
    },
  );
});
