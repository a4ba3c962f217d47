/** What a plan's digest and its tasks' definition digests cover, and what they do not. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AgentTask,
  canonicalJson,
  compareText,
  digestOf,
  encodePlan,
  encodeTask,
  freezePlan,
  InternalError,
  type PlanDraft,
  type Task,
} from "../src/index.js";
import { planDrafts } from "./arbitraries/plans.js";
import { sampleDraft, sampleTasks } from "./sample-plan.js";

const digest = (draft: PlanDraft): string => freezePlan(draft).digest;

/** The sample with one task's fields replaced. */
function changed(name: string, fields: object): PlanDraft {
  expect(sampleTasks.some((task) => task.name === name)).toBe(true);
  const tasks = sampleTasks.map((task) =>
    task.name === name ? ({ ...task, ...fields } as Task) : task,
  );
  return { ...sampleDraft, tasks };
}

const question = (fields: object, at = 3): object => {
  const gate = sampleTasks.find((task) => task.name === "gate");
  if (gate?.kind !== "route") throw new Error("the sample has a route");
  return {
    questions: gate.questions.map((one, index) => (index === at ? { ...one, ...fields } : one)),
  };
};

/** Every field that decides a run, each changed alone. */
const changes: readonly (readonly [string, PlanDraft])[] = [
  ["lane", { ...sampleDraft, lane: "plan_file" }],
  ["result", { ...sampleDraft, result: "scan" }],
  ["history_record", { ...sampleDraft, historyRecord: "draft" }],
  ["params", { ...sampleDraft, params: sampleDraft.params.slice(1) }],
  [
    "a parameter's value",
    { ...sampleDraft, params: [{ name: "topic", value: "slug", supplied: true }] },
  ],
  [
    "a parameter's type",
    { ...sampleDraft, params: [{ name: "limit", value: "5", supplied: true }] },
  ],
  ["settings", { ...sampleDraft, settings: [{ address: "draft.model", value: "m/2" }] }],
  ["the order of tasks", { ...sampleDraft, tasks: [...sampleTasks].reverse() }],
  ["a task less", { ...sampleDraft, tasks: sampleTasks.slice(0, -1) }],
  ["name", changed("tell", { name: "say" })],
  ["prompt", changed("draft", { prompt: "Draft it." })],
  ["harness", changed("draft", { harness: null })],
  ["model", changed("draft", { model: "m/2" })],
  ["effort", changed("draft", { effort: "low" })],
  ["sandbox", changed("draft", { sandbox: "other" })],
  ["command", changed("scan", { command: "./scan.sh -v" })],
  ["threshold", changed("check", { threshold: 0.6 })],
  ["direction", changed("check", { direction: "higher" })],
  ["template", changed("tell", { template: "{{ cost }}" })],
  ["a report's result", changed("tell", { result: "draft" })],
  ["severity_field", changed("tell", { severityField: "items" })],
  ["k", changed("best", { k: 4 })],
  ["a ranking's direction", changed("best", { direction: "lower" })],
  ["op", changed("propose", { op: "apply" })],
  ["source", changed("grade", { source: "draft" })],
  ["tiebreak", changed("grade", { tiebreak: "scan" })],
  ["instructions", changed("gate", question({ instructions: "Ship it?" }))],
  ["a question's id", changed("gate", question({ id: "send" }))],
  ["drop", changed("gate", question({ drop: ["no"] }))],
  ["options", changed("gate", question({ options: [{ label: "a" }, { label: "c" }] }, 0))],
  [
    "an option's description",
    changed("gate", question({ options: [{ label: "a" }, { label: "b" }] }, 0)),
  ],
  ["multiple", changed("gate", question({ multiple: false }, 0))],
  ["a pick's source", changed("gate", question({ source: { task: "scan", field: "x" } }, 2))],
  ["levels", changed("gate", question({ levels: [{ label: "high" }, { label: "low" }] }, 1))],
  ["review", changed("gate", { decider: { kind: "human" } })],
  [
    "min_confidence",
    changed("judge", { decider: { kind: "model", minConfidence: 0.9, files: ["out/b.json"] } }),
  ],
  [
    "a decider's files",
    changed("judge", { decider: { kind: "model", minConfidence: 0.8, files: [] } }),
  ],
  ["the deciding task", changed("read", { decider: { kind: "output", task: "draft" } })],
  ["depends_on", changed("grade", { dependsOn: ["scan"] })],
  ["the order of depends_on", changed("grade", { dependsOn: ["draft", "scan"] })],
  ["optional", changed("check", { optional: [] })],
  ["session", changed("draft", { session: "other" })],
  ["needs", changed("scan", { needs: "any" })],
  ["required", changed("ship", { required: true })],
  ["isolation", changed("scan", { isolation: null })],
  ["join", changed("ship", { join: "settled" })],
  ["stage", changed("propose", { stage: "epilogue" })],
  ["emits", changed("draft", { emits: [{ name: "entries" }] })],
  [
    "a field's type",
    changed("scan", { emits: [{ name: "items", type: { kind: "token", token: "links" } }] }),
  ],
  [
    "the order of labels",
    changed("scan", { emits: [{ name: "ship", type: { kind: "labels", labels: ["no", "yes"] } }] }),
  ],
  [
    "PLAN-067: a field's schema",
    changed("scan", {
      emits: [{ name: "total", type: { kind: "schema", schema: '{"type":"number"}' } }],
    }),
  ],
  ["emits_files", changed("scan", { emitsFiles: [{ path: "out/a.md" }] })],
  [
    "PLAN-067: a file's schema",
    changed("scan", { emitsFiles: [{ path: "out/a.md" }, { path: "out/b.json", schema: "true" }] }),
  ],
  ["over", changed("check", { over: { task: "scan", field: "other" } })],
  ["max_fanout", changed("check", { maxFanout: 13 })],
  ["keyed", changed("check", { keyed: [] })],
  ["when", changed("ship", { when: { task: "gate", question: "ship", is: ["no"] } })],
  ["revise", changed("review", { revise: { targets: ["scan"], maxRounds: 3 } })],
  ["max_rounds", changed("review", { revise: { targets: ["draft"], maxRounds: 4 } })],
  ["timeout", changed("scan", { timeoutMs: 5_400_001 })],
  ["history", changed("scan", { history: 6 })],
  ["repair", changed("draft", { repair: 1 })],
];

describe("plan digests", () => {
  test.each(changes)("PLAN-066: change with %s", (_, draft) => {
    expect(digest(draft)).not.toBe(digest(sampleDraft));
  });

  test("PLAN-066: are different for every change", () => {
    const digests = changes.map(([, draft]) => digest(draft));
    expect(new Set(digests).size).toBe(changes.length);
  });

  test("PLAN-066: change with every leaf of the wire form but reason, budget and who supplied a parameter", () => {
    const wire = encodePlan(sampleDraft);
    const { budget: _budget, params: _params, reason: _reason, ...identity } = wire;
    const byName = sampleDraft.params.toSorted((a, b) => compareText(a.name, b.name));
    const params = byName.map(({ name, value }) => ({ name, value }));
    expect(digest(sampleDraft)).toBe(digestOf({ ...identity, params }));
  });

  test.each<[string, PlanDraft]>([
    ["the budget of a plan file", { ...sampleDraft, budgetUsd: 6 }],
    ["PLAN-002: the reason", { ...sampleDraft, reason: "second try" }],
    [
      "who supplied a parameter",
      {
        ...sampleDraft,
        params: sampleDraft.params.map((param) => ({ ...param, supplied: false })),
      },
    ],
    ["the order of parameters", { ...sampleDraft, params: sampleDraft.params.toReversed() }],
    [
      "how a task object was put together",
      changed("draft", { repair: 2, emits: [{ name: "entries" }, { name: "score" }] }),
    ],
  ])("do not change with %s", (_, draft) => {
    expect(digest(draft)).toBe(digest(sampleDraft));
  });

  test("-0 and 0 are one threshold and one parameter", () => {
    const zero = (value: number): PlanDraft => ({
      ...changed("check", { threshold: value }),
      params: [{ name: "n", value, supplied: false }],
    });
    expect(digest(zero(-0))).toBe(digest(zero(0)));
  });

  test("PLAN-079: equal drafts give equal digests", () => {
    fc.assert(
      fc.property(planDrafts, (draft) => {
        const copy = structuredClone(draft);
        expect(digest(copy)).toBe(digest(draft));
        expect(canonicalJson(encodePlan(copy))).toBe(canonicalJson(encodePlan(draft)));
      }),
    );
  });

  test("PLAN-079: the digest of the sample stays what it is", async () => {
    const { digest: whole, definitionDigests } = freezePlan(sampleDraft);
    const lines = [`plan ${whole}`, ...[...definitionDigests].map((pair) => pair.join(" "))];
    await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("golden/sample-digests.txt");
  });
});

describe("definition digests", () => {
  const digests = (draft: PlanDraft): ReadonlyMap<string, string> =>
    freezePlan(draft).definitionDigests;
  const before = digests(sampleDraft);
  const changedNames = (draft: PlanDraft): readonly string[] => {
    const after = digests(draft);
    return sampleTasks
      .map(({ name }) => name)
      .filter((name) => after.get(name) !== before.get(name));
  };

  test("RERUN-013: one for every task", () => {
    expect([...before.keys()].sort()).toEqual(sampleTasks.map(({ name }) => name).sort());
    for (const one of before.values()) expect(one).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  test("RERUN-013: an edit changes the task and everything downstream of it, and nothing else", () => {
    expect(changedNames(changed("review", { command: "./other.sh" }))).toEqual([
      "review",
      "fix",
      "bench",
      "confirm",
    ]);
    expect(changedNames(changed("tell", { template: "x" }))).toEqual(["tell"]);
    expect(changedNames(changed("scan", { timeoutMs: 1 }))).toEqual([
      "scan",
      "check",
      "gate",
      "judge",
      "read",
      "ship",
      "best",
      "grade",
    ]);
  });

  test("RERUN-016: parameters count only where they are part of a task", () => {
    expect(changedNames({ ...sampleDraft, params: [] })).toEqual([]);
    expect(changedNames({ ...sampleDraft, lane: "custom", reason: "", budgetUsd: 1 })).toEqual([]);
  });

  test("RERUN-013: the order of dependencies is part of a definition, the order of tasks is not", () => {
    expect(changedNames(changed("grade", { dependsOn: ["draft", "scan"] }))).toEqual(["grade"]);
    expect(changedNames({ ...sampleDraft, tasks: [...sampleTasks].reverse() })).toEqual([]);
  });

  test("a chain of ten thousand tasks is digested", () => {
    const [base] = sampleTasks;
    const tasks = Array.from({ length: 10_000 }, (_, index): Task => {
      const dependsOn = index === 9_999 ? [] : [`t${index + 1}`];
      return { ...(base as AgentTask), name: `t${index}`, dependsOn };
    });
    expect(digests({ ...sampleDraft, tasks }).size).toBe(10_000);
  });
});

describe("freezePlan", () => {
  test("seals everything, also behind objects that were frozen on the surface", () => {
    const tasks = structuredClone(sampleTasks).map((task) => Object.freeze(task));
    const plan = freezePlan({ ...sampleDraft, tasks: Object.freeze(tasks) as readonly Task[] });
    const pending: object[] = [plan];
    for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
      expect(Object.isFrozen(value) || value instanceof Map).toBe(true);
      for (const child of Object.values(value)) {
        if (typeof child === "object" && child !== null) pending.push(child as object);
      }
    }
  });

  test("what the checks let through is a bug here", () => {
    const loop = changed("draft", { dependsOn: ["confirm"] });
    expect(() => freezePlan(loop)).toThrow(InternalError);
    expect(() => freezePlan(changed("draft", { dependsOn: ["gone"] }))).toThrow(InternalError);
  });
});

test("PLAN-066, RERUN-013: digests are over the canonical JSON of what they cover", () => {
  fc.assert(
    fc.property(planDrafts, (draft) => {
      const plan = freezePlan(draft);
      const { reason: _reason, budget: _budget, ...identity } = encodePlan(draft);
      const byName = draft.params.toSorted((a, b) => compareText(a.name, b.name));
      const params = byName.map(({ name, value }) => ({ name, value }));
      expect(plan.digest).toBe(digestOf({ ...identity, params }));
      for (const task of plan.tasks) {
        const deps = task.dependsOn.map((name) => plan.definitionDigests.get(name) ?? "");
        const digest = digestOf({ task: encodeTask(task), deps });
        expect(plan.definitionDigests.get(task.name)).toBe(digest);
      }
    }),
    { numRuns: 100 },
  );
});
