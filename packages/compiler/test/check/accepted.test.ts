/** Plans that look close to a refusal and are right. */
import type { EmitField, FieldType, PlanDraft, Question } from "@crucible/core";
import { freezePlan } from "@crucible/core";
import { expect, test } from "vitest";
import {
  agent,
  choice,
  command,
  draft,
  engine,
  evaluate,
  noul,
  report,
  route,
  topK,
} from "./drafts.js";
import { findingsOf } from "./places.js";

const schema = (value: unknown): FieldType => ({ kind: "schema", schema: JSON.stringify(value) });
const over = { over: { task: "scan", field: "items" }, maxFanout: 3 };
const mapped = (emits: readonly EmitField[]): PlanDraft =>
  draft([command("scan", { emits }), command("m", { dependsOn: ["scan"], ...over })]);
const answered = (type: FieldType, question: Question, is: readonly string[]): PlanDraft =>
  draft([
    command("scan", { emits: [{ name: question.id, type }] }),
    route("g", {
      dependsOn: ["scan"],
      decider: { kind: "output", task: "scan" },
      questions: [question],
    }),
    command("f", { dependsOn: ["g"], when: { task: "g", question: question.id, is } }),
  ]);
const revise = (...targets: string[]) => ({ revise: { targets, maxRounds: 3 } });
const pick: Question = {
  id: "nodes",
  instructions: "which?",
  type: "pick",
  source: { task: "scan", field: "items" },
  multiple: true,
  drop: [],
};

const accepted: readonly { readonly rule: string; readonly draft: PlanDraft }[] = [
  { rule: "PLAN-035: a fan-out over a field without a type", draft: mapped([{ name: "items" }]) },
  { rule: "PLAN-035: a fan-out over a task without emits", draft: mapped([]) },
  {
    rule: "DSL-083: a list of strings, proven by a schema",
    draft: mapped([
      {
        name: "items",
        type: schema({
          type: "array",
          prefixItems: [{ const: "first" }],
          items: { $ref: "#/$defs/name" },
          $defs: { name: { enum: ["a", "b"] } },
        }),
      },
    ]),
  },
  {
    rule: "MAP-019: a fan-out over what a person picked",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"], decider: { kind: "human" }, questions: [pick] }),
      command("m", { dependsOn: ["g"], over: { task: "g", field: "nodes" }, maxFanout: 8 }),
    ]),
  },
  {
    rule: "HUMAN-003, HUMAN-004: a person picks several and chooses several",
    draft: draft([
      command("scan", { emits: [{ name: "items", type: { kind: "token", token: "list" } }] }),
      route("g", {
        dependsOn: ["scan"],
        decider: { kind: "human", review: "# {{ spend }}" },
        questions: [pick, { ...choice("checks", ["a", "b"]), multiple: true }],
        timeoutMs: 1_200_000,
      }),
    ]),
  },
  {
    rule: "ROUTE-023: an instance follows its own key's instance of a route",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"], ...over, questions: [noul("ok", ["no", "uncertain"])] }),
      command("f", {
        dependsOn: ["scan", "g"],
        ...over,
        when: { task: "g", question: "ok", is: ["yes"] },
      }),
    ]),
  },
  {
    rule: "a fan-out over the keys of another fan-out",
    draft: draft([
      command("scan"),
      command("p", { dependsOn: ["scan"], ...over }),
      command("m", { dependsOn: ["p"], over: { task: "p", field: "order" }, maxFanout: 3 }),
    ]),
  },
  {
    rule: "an instance reads its own key's instance",
    draft: draft([
      command("scan"),
      evaluate("p", {
        dependsOn: ["scan"],
        ...over,
        threshold: 1,
        direction: "higher",
        emits: [
          { name: "ok", type: { kind: "token", token: "boolean" } },
          { name: "score", type: { kind: "token", token: "number" } },
        ],
      }),
      route("g", {
        dependsOn: ["scan", "p"],
        ...over,
        decider: { kind: "output", task: "p" },
        questions: [noul("ok")],
      }),
    ]),
  },
  {
    rule: "ROUTE-011: a source that may also be uncertain",
    draft: answered(
      { kind: "labels", labels: ["a", "b", "uncertain"] },
      choice("q", ["a", "b"], ["b"]),
      ["a", "uncertain"],
    ),
  },
  {
    rule: "DSL-095: labels the source cannot give need no task",
    draft: answered(schema({ enum: ["a"] }), choice("q", ["a", "b", "c"]), ["a"]),
  },
  {
    rule: "ROUTE-009, DSL-088: a boolean answers yes and no",
    draft: answered({ kind: "token", token: "boolean" }, noul("q"), ["yes", "no"]),
  },
  {
    rule: "ROUTE-027: a question that nobody follows",
    draft: draft([route("g", { questions: [choice("q", ["a", "b"])] })]),
  },
  {
    rule: "ROUTE-012: a source without types is checked when it arrives",
    draft: draft([
      command("scan", { emits: [{ name: "ok" }] }),
      route("g", { dependsOn: ["scan"], decider: { kind: "output", task: "scan" } }),
    ]),
  },
  {
    rule: "PLAN-044: an advisory task behind a passed and a settled join",
    draft: draft([
      command("a", { required: false }),
      command("b", { dependsOn: ["a"], join: "passed" }),
      command("c", { dependsOn: ["a"], join: "settled" }),
      command("d", { dependsOn: ["a"], required: false }),
    ]),
  },
  {
    rule: "LOOP-005: a target reached through another target",
    draft: draft([
      agent("author", { session: "s" }),
      command("build", { dependsOn: ["author"] }),
      command("r", { dependsOn: ["build"], join: "settled", ...revise("author", "build") }),
      command("after", { dependsOn: ["build"] }),
    ]),
  },
  {
    rule: "LOOP-020: a conditional target",
    draft: draft([
      route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
      agent("author", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yes"] } }),
      command("r", { dependsOn: ["author"], ...revise("author") }),
    ]),
  },
  {
    rule: "LOOP-031: a loop in the epilogue",
    draft: draft([
      command("main"),
      agent("author", { stage: "epilogue" }),
      command("r", { stage: "epilogue", dependsOn: ["author"], ...revise("author") }),
    ]),
  },
  {
    rule: "PLAN-038: a session along a path, through tasks of none",
    draft: draft([
      agent("a", { session: "s" }),
      command("via", { dependsOn: ["a"] }),
      agent("b", { session: "s", dependsOn: ["via"] }),
    ]),
  },
  { rule: "PLAN-054, PLAN-057: an evaluate task and no result", draft: draft([evaluate("e")]) },
  {
    rule: "HIST-010: a record in the epilogue",
    draft: draft([command("a"), command("b", { stage: "epilogue" })], { historyRecord: "b" }),
  },
  {
    rule: "EPI-031: a report of a main task, without an edge",
    draft: draft([
      command("a", { emits: [{ name: "level" }] }),
      report("r", { result: "a", severityField: "level" }),
    ]),
  },
  {
    rule: "EXEC-105, ROUTE-036: a result behind an optional conditional task",
    draft: draft(
      [
        route("g", { questions: [noul("ok", ["no", "uncertain"])] }),
        command("a", { dependsOn: ["g"], when: { task: "g", question: "ok", is: ["yes"] } }),
        command("b", { dependsOn: ["a"], optional: ["a"] }),
      ],
      { result: "b" },
    ),
  },
  {
    rule: "SCORE-001, SCORE-007: a decision on a grade of evidence",
    draft: draft(
      [
        engine("p", "propose", { session: "s" }),
        engine("a", "apply", { dependsOn: ["p"] }),
        evaluate("e", { dependsOn: ["a"], required: false }),
        engine("g", "grade", { source: "e", dependsOn: ["e"], join: "passed" }),
        engine("d", "decide", { source: "g", dependsOn: ["g"] }),
      ],
      { lane: "autoresearch", result: "d" },
    ),
  },
  {
    rule: "a ranking in a playbook",
    draft: draft([
      command("a", { emits: [{ name: "score" }] }),
      topK("t", { dependsOn: ["a"], join: "passed" }),
    ]),
  },
  {
    rule: "names and fields that collide with what objects inherit",
    draft: draft([
      command("constructor", { emits: [{ name: "__proto__" }, { name: "toString" }] }),
      command("m", {
        dependsOn: ["constructor"],
        over: { task: "constructor", field: "__proto__" },
        maxFanout: 1,
      }),
    ]),
  },
];

test.each(accepted.map((row) => [row.rule, row.draft] as const))("%s", (_, plan) => {
  expect(findingsOf(plan)).toEqual([]);
  expect(freezePlan(plan).digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});
