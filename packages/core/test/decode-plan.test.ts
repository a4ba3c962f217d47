/** Plans go out as JSON and come back the same, and nothing from outside makes reading throw. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodePlan, freezePlan, type JsonValue } from "../src/index.js";
import { decodePlan, type WireProblem } from "../src/wire/index.js";
import { planDrafts } from "./arbitraries/plans.js";

const problemsOf = (value: unknown): readonly WireProblem[] => {
  const reading = decodePlan(value);
  return reading.ok ? [] : reading.problems;
};
const plan = (...tasks: JsonValue[]): JsonValue => ({
  version: 1,
  lane: "playbook",
  task: tasks,
});
const task = { name: "a", kind: "command", command: "true" };

describe("decodePlan", () => {
  test("is the exact inverse of encodePlan, also through text", () => {
    fc.assert(
      fc.property(planDrafts, (draft) => {
        const frozen = freezePlan(draft);
        const wire: unknown = JSON.parse(JSON.stringify(encodePlan(frozen)));
        const reading = decodePlan(wire);
        expect(reading).toEqual({ ok: true, plan: frozen });
        if (reading.ok) expect(encodePlan(reading.plan)).toEqual(wire);
      }),
      { numRuns: 300 },
    );
  });

  test("fills in what stands at its default", () => {
    const reading = decodePlan(plan(task));
    expect(reading.ok && encodePlan(reading.plan)).toEqual({
      version: 1,
      lane: "playbook",
      task: [
        {
          ...task,
          depends_on: [],
          needs: "any",
          required: true,
          isolation: null,
          join: "all",
        },
      ],
    });
  });

  test.each<[string, unknown, string]>([
    ["no document", undefined, ""],
    ["a list", [], ""],
    ["another version", { ...(plan(task) as object), version: 2 }, "/version"],
    ["another lane", { ...(plan(task) as object), lane: "x" }, "/lane"],
    ["PLAN-071: a key nobody knows", { ...(plan(task) as object), tasks: [] }, ""],
    ["PLAN-071: a task's key nobody knows", plan({ ...task, dependson: [] }), "/task/0"],
    ["PLAN-007: a kind nobody knows", plan({ ...task, kind: "shell" }), "/task/0/kind"],
    ["PLAN-018: a join nobody knows", plan({ ...task, join: "any" }), "/task/0/join"],
    [
      "PLAN-017: an isolation nobody knows",
      plan({ ...task, isolation: "vm" }),
      "/task/0/isolation",
    ],
    ["PLAN-059: a stage nobody knows", plan({ ...task, stage: "after" }), "/task/0/stage"],
    ["PLAN-019: a timeout that is none", plan({ ...task, timeout: "soon" }), "/task/0/timeout"],
    ["PLAN-009: no command", plan({ name: "a", kind: "command" }), "/task/0/command"],
    ["PLAN-010: a prompt on a command", plan({ ...task, prompt: "x" }), "/task/0"],
    ["PLAN-025: a type nobody knows", plan({ ...task, emits: { a: "int" } }), "/task/0/emits"],
    ["a number that is none", plan({ ...task, repair: 1.5 }), "/task/0/repair"],
    ["a lone surrogate", plan({ ...task, command: "\ud800" }), "/task/0/command"],
    ["a lone surrogate in a key", plan({ ...task, emits: { "\ud800": null } }), "/task/0/emits"],
    [
      "both spellings of revise",
      plan({ ...task, revise: { task: "a", tasks: ["a"], max_rounds: 2 } }),
      "/task/0/revise",
    ],
    ["EPI-029: another destination", plan({ ...task, destination: { email: {} } }), "/task/0"],
    ["a name written twice", plan(task, task), "/task/1/name"],
    ["an unknown dependency", plan({ ...task, depends_on: ["b"] }), "/task/0/depends_on/0"],
    ["a cycle", plan({ ...task, depends_on: ["a"] }), "/task"],
  ])("refuses %s", (_, value, path) => {
    const problems = problemsOf(value);
    expect(problems.map((problem) => problem.path)).toEqual([path]);
    expect(problems[0]?.message).toMatch(/^["a-z]/);
  });

  test("says in words what is wrong", () => {
    expect(problemsOf(plan({ ...task, repair: 1.5 }))).toEqual([
      { path: "/task/0/repair", message: "invalid input: expected int, received number" },
    ]);
    expect(problemsOf(plan({ ...task, emits: { "\ud800": null } }))).toEqual([
      {
        path: "/task/0/emits",
        message: expect.stringMatching(/^(has a broken key|invalid input)$/),
      },
    ]);
  });

  test("HUMAN-038: reads a choice among what another task offers as it was written", () => {
    const options = { task: "scan", field: "items" };
    const question = { instructions: "Which?", type: "choice", options, drop: [] };
    const gate = {
      name: "g",
      kind: "route",
      questions: { q: question },
      decider: { kind: "human" },
      depends_on: ["scan"],
      needs: "human",
    };
    const reading = decodePlan(plan({ ...task, name: "scan" }, gate));
    const [, read] = reading.ok ? reading.plan.tasks : [];
    expect(read).toMatchObject({ questions: [{ id: "q", type: "choice", options }] });
    const wire = reading.ok ? encodePlan(reading.plan) : {};
    expect(wire).toMatchObject({ task: [{}, { questions: { q: { options } } }] });
    expect(decodePlan(wire)).toEqual(reading);
  });

  test("an own __proto__ is a key like any other", () => {
    const wire = (text: string): unknown => JSON.parse(text);
    const outer = wire('{"__proto__":{"lane":"playbook"},"version":1,"lane":"playbook","task":[]}');
    expect(problemsOf(outer)).toHaveLength(1);
    const inner = wire(
      '{"version":1,"lane":"playbook","task":[{"name":"a","kind":"command","command":"x","emits":{"__proto__":"list"}}]}',
    );
    const reading = decodePlan(inner);
    expect(reading.ok && reading.plan.tasks[0]?.emits).toEqual([
      { name: "__proto__", type: { kind: "token", token: "list" } },
    ]);
    expect(reading.ok && JSON.stringify(encodePlan(reading.plan))).toContain('"__proto__":"list"');
    expect(({} as { lane?: string }).lane).toBeUndefined();
  });

  test("a document that is wrong in a million places is refused in a few words", () => {
    expect(problemsOf(plan(...Array.from({ length: 100_000 }, () => 1)))).toHaveLength(50);
  });

  test("a value that nests without end is refused, not walked", () => {
    let deep: JsonValue = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    for (const field of ["emits", "keyed", "name", "revise", "when"]) {
      expect(problemsOf(plan({ ...task, [field]: deep }))).not.toEqual([]);
    }
    expect(problemsOf(deep)).not.toEqual([]);
  });

  // Of JSON text, -0 is a number; no canonical text can hold it, and no digest.
  test("reads -0 as the 0 that it equals, wherever a number stands", () => {
    const text = readFileSync(join(import.meta.dirname, "golden/sample-plan.json"), "utf8");
    let tried = 0;
    for (const number of text.matchAll(/: (-?[\d.]+)(?=,?\n)/g)) {
      const before = text.slice(0, number.index);
      const after = text.slice(number.index + number[0].length);
      const readWith = (value: string) => decodePlan(JSON.parse(`${before}: ${value}${after}`));
      expect(readWith("-0")).toEqual(readWith("0"));
      tried++;
    }
    expect(tried).toBeGreaterThan(5);
  });

  test("never throws on any JSON, nor on a plan with one value replaced", () => {
    fc.assert(
      fc.property(planDrafts, fc.jsonValue({ maxDepth: 3 }), fc.nat(), (draft, value, seed) => {
        const wire = JSON.parse(JSON.stringify(encodePlan(draft))) as JsonValue;
        for (const hostile of [value, replaced(wire, value as JsonValue, seed)]) {
          const reading = decodePlan(hostile);
          // Whatever is accepted is a plan that goes out and comes back as it is.
          if (reading.ok) expect(decodePlan(encodePlan(reading.plan))).toEqual(reading);
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The document with the seed-th of its values replaced. */
function replaced(root: JsonValue, value: JsonValue, seed: number): JsonValue {
  const places: [{ [key: string]: JsonValue }, string][] = [];
  const pending: JsonValue[] = [root];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    if (typeof item !== "object" || item === null) continue;
    for (const [key, child] of Object.entries(item)) {
      places.push([item as { [key: string]: JsonValue }, key]);
      pending.push(child as JsonValue);
    }
  }
  const place = places[seed % places.length];
  if (place) Object.defineProperty(place[0], place[1], { value, enumerable: true });
  return root;
}
