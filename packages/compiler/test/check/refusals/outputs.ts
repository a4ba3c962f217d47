/** Rules about declared fields and files, and about whoever reads them. */
import type { EmitField, FieldType } from "@crucible/core";
import { agent, command, draft, engine, evaluate, route, topK } from "../drafts.js";
import type { Refusal } from "../refusals.test.js";

const token = (name: string, word: "string" | "integer" | "list" | "object"): EmitField => ({
  name,
  type: { kind: "token", token: word },
});
const schema = (value: unknown): FieldType => ({ kind: "schema", schema: JSON.stringify(value) });
const labels = (...words: string[]): FieldType => ({ kind: "labels", labels: words });

/** A producer of `items` and a task mapped over it. */
const mapped = (emits: readonly EmitField[], field = "items"): Refusal["draft"] =>
  draft([
    command("scan", { emits }),
    command("m", { dependsOn: ["scan"], over: { task: "scan", field }, maxFanout: 3 }),
  ]);

export const outputRows: readonly Refusal[] = [
  ...["complete", "reason"].map((name) => ({
    rule: `PLAN-030: a field named ${name}`,
    draft: draft([command("a", { emits: [{ name }] })]),
    finding: `a.emits.${name}: task "a" declares output field "${name}", which is reserved: "complete", "reason" end a run early`,
  })),
  {
    rule: "PLAN-025: a field name with a hyphen",
    draft: draft([command("a", { emits: [{ name: "a-b" }] })]),
    finding:
      'a.emits.a-b: task "a" declares invalid output field "a-b"; use 1-64 ASCII letters, digits, or `_`',
  },
  {
    rule: "a field declared twice",
    draft: draft([command("a", { emits: [{ name: "x" }, { name: "x" }] })]),
    finding: 'a.emits.x: task "a" declares output field "x" twice',
  },
  {
    rule: "PLAN-024: typed and untyped fields together",
    draft: draft([command("a", { emits: [token("x", "list"), { name: "y" }] })]),
    finding:
      'a.emits.y: task "a": output field "y" has no type though others have; give every field a type or none',
  },
  {
    rule: "PLAN-026: a label with a space",
    draft: draft([command("a", { emits: [{ name: "x", type: labels("a b") }] })]),
    finding:
      'a.emits.x: task "a": output field "x": label "a b" is not an identifier; use 1-64 ASCII letters, digits, or `_`',
  },
  {
    rule: "PLAN-027: no labels",
    draft: draft([command("a", { emits: [{ name: "x", type: labels() }] })]),
    finding: 'a.emits.x: task "a": output field "x" is a list of labels without a label',
  },
  {
    rule: "PLAN-027: a label twice",
    draft: draft([command("a", { emits: [{ name: "x", type: labels("p", "p") }] })]),
    finding: 'a.emits.x: task "a": output field "x": label "p" is listed twice',
  },
  {
    rule: "PLAN-029: emits on a ranking",
    draft: draft([command("a"), topK("t", { dependsOn: ["a"], emits: [{ name: "x" }] })]),
    finding:
      't.emits: task "t": emits applies to agent, command and evaluate tasks, not to a top_k task, whose output the engine defines',
  },
  {
    rule: "PLAN-031: a ranked task that emits no score",
    draft: draft([command("a", { emits: [{ name: "x" }] }), topK("t", { dependsOn: ["a"] })]),
    finding:
      't.depends_on.0: task "t" ranks "a": task "a" declares no output field "score" (it emits: x)',
  },
  {
    rule: "PLAN-034: a ranked score that is text",
    draft: draft([
      command("a", { emits: [token("score", "string")] }),
      topK("t", { dependsOn: ["a"] }),
    ]),
    finding:
      't.depends_on.0: task "t" ranks "a": output field "score" of "a" must be declared number or integer, or by a schema that is shown to admit numbers only, not string',
  },
  {
    rule: "DSL-086: a ranked score whose schema admits text",
    draft: draft([
      command("a", {
        emits: [{ name: "score", type: schema({ type: "number", enum: [1, "x"] }) }],
      }),
      topK("t", { dependsOn: ["a"] }),
    ]),
    finding:
      't.depends_on.0: task "t" ranks "a": output field "score" of "a" must be declared number or integer, or by a schema that is shown to admit numbers only, not schema (number)',
  },
  {
    rule: "PLAN-032: a grade over a task that emits no score",
    draft: draft(
      [
        evaluate("e", { emits: [{ name: "x" }] }),
        engine("g", "grade", { join: "passed", source: "e", dependsOn: ["e"] }),
      ],
      { lane: "custom" },
    ),
    finding:
      'g.source: task "g" takes its score from "e": task "e" declares no output field "score" (it emits: x)',
  },
  {
    rule: "SCORE-009: a tiebreak that is text",
    draft: draft(
      [
        evaluate("e"),
        evaluate("f", { emits: [token("score", "string")] }),
        engine("g", "grade", {
          join: "passed",
          source: "e",
          tiebreak: "f",
          dependsOn: ["e", "f"],
        }),
      ],
      { lane: "custom" },
    ),
    finding:
      'g.tiebreak: task "g" breaks ties by "f": output field "score" of "f" must be declared number or integer, or by a schema that is shown to admit numbers only, not string',
  },
  {
    rule: "PLAN-033: a threshold over a task that emits no score",
    draft: draft([evaluate("e", { threshold: 1, direction: "lower", emits: [{ name: "x" }] })]),
    finding:
      'e.emits: task "e" compares its score with a threshold: task "e" declares no output field "score" (it emits: x)',
  },
  {
    rule: "FILE-002: an absolute path",
    draft: draft([command("a", { emitsFiles: [{ path: "/x" }] })]),
    finding:
      'a.emits_files.0: task "a": declared file "/x" is absolute; declare it relative to the workspace',
  },
  {
    rule: "FILE-003: a path that leaves the workspace",
    draft: draft([command("a", { emitsFiles: [{ path: "../x" }] })]),
    finding:
      'a.emits_files.0: task "a": declared file "../x" may not contain `..`; it must stay in the workspace',
  },
  {
    rule: "FILE-003: a path that leaves the workspace on the way",
    draft: draft([command("a", { emitsFiles: [{ path: "a/../../x" }] })]),
    finding:
      'a.emits_files.0: task "a": declared file "a/../../x" may not contain `..`; it must stay in the workspace',
  },
  {
    rule: "FILE-004: a file declared twice",
    draft: draft([command("a", { emitsFiles: [{ path: "x" }, { path: "x" }] })]),
    finding: 'a.emits_files.1: task "a" declares file "x" twice',
  },
  {
    rule: "FILE-002: a path in another spelling",
    draft: draft([command("a", { emitsFiles: [{ path: "./out//x" }] })]),
    finding: 'a.emits_files.0: task "a": declared file "./out//x" must be written "out/x"',
  },
  ...["out/", ".", "./."].map((path) => ({
    rule: `FILE-008: the folder ${path}`,
    draft: draft([command("a", { emitsFiles: [{ path }] })]),
    finding: `a.emits_files.0: task "a": declared file "${path}" names a folder, not a file`,
  })),
  {
    rule: "DSL-081: a remote reference",
    draft: draft([
      command("a", { emitsFiles: [{ path: "x", schema: '{"$ref":"https://e.invalid/s"}' }] }),
    ]),
    finding:
      'a.emits_files.0: task "a": declared file "x": the schema refers to "https://e.invalid/s" outside itself; nothing is fetched',
  },
  {
    rule: "a schema that is no JSON",
    draft: draft([command("a", { emits: [{ name: "x", type: { kind: "schema", schema: "{" } }] })]),
    finding: 'a.emits.x: task "a": output field "x": the schema is not JSON',
  },
  {
    rule: "MAP-001: a fan-out over what is no dependency",
    draft: draft([
      command("scan"),
      command("m", { over: { task: "scan", field: "items" }, maxFanout: 3 }),
    ]),
    finding:
      'm.over: task "m": over = "scan.items": "scan" is not one of its dependencies (it has none)',
  },
  {
    rule: "DSL-075: a fan-out over an undeclared field",
    draft: mapped([token("items", "list")], "itmes"),
    finding:
      'm.over: task "m": over: task "scan" declares no output field "itmes"; did you mean "items"? (it emits: items)',
  },
  {
    rule: "DSL-076: a fan-out over an integer",
    draft: mapped([token("items", "integer")]),
    finding:
      'm.over: task "m": over needs a list of strings, but "scan.items" is declared integer; declare it "list", or by a schema of type array whose every item is shown to be a string',
  },
  {
    rule: "DSL-084: a fan-out over a list of integers",
    draft: mapped([{ name: "items", type: schema({ type: "array", items: { type: "integer" } }) }]),
    finding:
      'm.over: task "m": over needs a list of strings, but "scan.items" is declared schema (array); declare it "list", or by a schema of type array whose every item is shown to be a string',
  },
  {
    rule: "DSL-092: a fan-out over a schema without one type",
    draft: mapped([
      { name: "items", type: schema({ type: ["array", "null"], items: { type: "string" } }) },
    ]),
    finding:
      'm.over: task "m": over needs a list of strings, but "scan.items" is declared schema with no single top-level type; declare it "list", or by a schema of type array whose every item is shown to be a string',
  },
  {
    rule: "MAP-012: a fan-out without a bound",
    draft: draft([
      command("scan"),
      command("m", { dependsOn: ["scan"], over: { task: "scan", field: "items" } }),
    ]),
    finding: 'm.over: task "m": over needs max_fanout, the most instances it may become',
  },
  {
    rule: "MAP-012: a bound without a fan-out",
    draft: draft([command("m", { maxFanout: 3 })]),
    finding: 'm.max_fanout: task "m": max_fanout needs over, the list to map',
  },
  {
    rule: "MAP-012: a fan-out of three hundred",
    draft: draft([
      command("scan"),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 300,
      }),
    ]),
    finding: 'm.max_fanout: task "m": max_fanout = 300 is outside 1..=256',
  },
  {
    rule: "a mapped task with a session",
    draft: draft([
      command("scan"),
      agent("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        session: "s",
      }),
    ]),
    finding:
      'm.session: task "m": a mapped task cannot have a session; its instances run side by side',
  },
  {
    rule: "a fan-out over the instances' own field",
    draft: draft([
      command("scan"),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        emits: [token("parts", "list")],
      }),
      command("n", { dependsOn: ["m"], over: { task: "m", field: "parts" }, maxFanout: 3 }),
    ]),
    finding:
      'n.over: task "n": over: task "m" declares no output field "parts" ("m" is mapped and its output is the fold of its instances: failed, instances, not_taken, order, outputs, passed)',
  },
  {
    rule: "keyed without a fan-out",
    draft: draft([
      command("a"),
      command("b", { dependsOn: ["a"], keyed: [{ task: "a", field: "by_key" }] }),
    ]),
    finding: 'b.keyed: task "b": keyed needs over; only an instance has a key',
  },
  ...(["list", "string"] as const).map((type) => ({
    rule: `keyed on a ${type}`,
    draft: draft([
      command("scan", { emits: [token("by_key", type), token("items", "list")] }),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        keyed: [{ task: "scan", field: "by_key" }],
      }),
    ]),
    finding: `m.keyed.0: task "m": keyed needs an object to look keys up in, but "scan.by_key" is declared ${type}; declare it "object", or by a schema of type object`,
  })),
  {
    rule: "keyed on a mapped producer",
    draft: draft([
      command("scan"),
      command("p", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
      }),
      command("m", {
        dependsOn: ["scan", "p"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        keyed: [{ task: "p", field: "by_key" }],
      }),
    ]),
    finding:
      'm.keyed.0: task "m": keyed "p.by_key" needs a producer that is not mapped, and "p" is',
  },
  ...["x\ny", "x\0y", "x".repeat(5_000), " "].map((path, index) => ({
    rule: `FILE-002: a path that is none (${index})`,
    draft: draft([command("a", { emitsFiles: [{ path }] })]),
    finding: [
      'a.emits_files.0: task "a": declared file "x\\ny" holds a character that a declared path cannot hold',
      'a.emits_files.0: task "a": declared file "x\\u0000y" holds a character that a declared path cannot hold',
      `a.emits_files.0: task "a": declared file "${"x".repeat(99)}…" is longer than 4096 characters`,
      'a.emits_files.0: task "a": declared file " " is not a path',
    ][index] as string,
  })),
  {
    rule: "a fan-out over a question that is no pick",
    draft: draft([
      command("scan"),
      route("g", { dependsOn: ["scan"] }),
      command("m", { dependsOn: ["g"], over: { task: "g", field: "nodes" }, maxFanout: 2 }),
    ]),
    finding: 'm.over: task "m": over: task "g" declares no output field "nodes" (it asks: ok)',
  },
  {
    rule: "keyed on the same field twice",
    draft: draft([
      command("scan"),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        keyed: [
          { task: "scan", field: "k" },
          { task: "scan", field: "k" },
        ],
      }),
    ]),
    finding: 'm.keyed.1: task "m": keyed lists "scan.k" twice',
  },
  {
    rule: "keyed on an undeclared field",
    draft: draft([
      command("scan", { emits: [{ name: "items" }] }),
      command("m", {
        dependsOn: ["scan"],
        over: { task: "scan", field: "items" },
        maxFanout: 3,
        keyed: [{ task: "scan", field: "itms" }],
      }),
    ]),
    finding:
      'm.keyed.0: task "m": keyed: task "scan" declares no output field "itms"; did you mean "items"? (it emits: items)',
  },
  {
    rule: "a long list of declared fields is shown in part",
    draft: mapped(
      Array.from({ length: 20 }, (_, index) => ({ name: `f${index}` })),
      "nothing_like_it",
    ),
    finding:
      'm.over: task "m": over: task "scan" declares no output field "nothing_like_it" (it emits: f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, …)',
  },
];
