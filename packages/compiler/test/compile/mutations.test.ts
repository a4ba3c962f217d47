/**
 * Whatever a source, its manifest and its files hold, compiling gives a plan or located findings; nothing escapes.
 *
 * `FUZZ_RUNS=10000` tries as many packs; a plain run tries a thousand.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryPack, type ParamInput, tryCompile } from "../../src/index.js";

const RUNS = Number(process.env["FUZZ_RUNS"] ?? 1_000);

const SOURCE = `params = {"topic": {"type": "string"}, "n": {"type": "int", "default": 2}, "tags": {"type": "list"}}
load("lib.star", "step")
s = session(name = "s", model = "m")
a = agent(name = "a", prompt = "x" + param("topic"), session = s, emits = {"list": "list", "v": schema_file("s.json")}, emits_files = {"f.json": schema_file("s.json")})
b = skill(name = "b", skill = "skill", args = {"t": param("tags"), "n": param("n")}, depends_on = [a], over = a.list, max_fanout = 3)
gate = route(name = "gate", min_confidence = 0.5, files = ["./f.json"], depends_on = [a], questions = {"q": choice(ask = "?", options = {"x": "d", "y": None}), "p": noul(ask = "?", drop = "no")})
c = command(name = "c", run = prompt_file("p.md"), depends_on = [gate, optional(b)], when = gate.q, answers = ["x"])
d = step("d", [gate], gate.q)
e = evaluate(name = "e", run = "x", depends_on = [c, d], join = "passed", threshold = 1.5, direction = "lower", emits_files = {"f": None}, timeout = "5m")
f = evaluate(name = "f", run = "y", depends_on = [e], revise = [e], max_rounds = 2, join = "settled")
r = report(name = "r", destination = {"kind": "slack"}, template = "p.md", result = e)
workflow(type = "playbook", tasks = [a, b, gate, c, d, e, f, r], result = e)
`;
const LIBRARY = `def step(name, after, question):
    return command(name = name, run = "x", depends_on = after, when = question, otherwise = True)
`;
const MANIFEST = `edition = 2
[agent]
backend = "command"
agent_cmd = "./x"
overrides = { model = true }
[workspace]
inject = ["a", { src = "b", dst = "c" }]
[workflow]
type = "playbook"
file = "workflow.star"
env = ["A", "B?"]
[[agent.relay]]
dest = "d"
from_file = "f"
[agent.codex]
auth = "api"
[mcp.t]
args = ["x"]
[outputs.deploy]
count = 1
[[secret]]
name = "s"
env = "S"
`;
const SCHEMA =
  '{"type": "object", "properties": {"a": {"$ref": "#"}}, "anyOf": [{"const": 1}, {"pattern": "^a"}]}';

const WORDS = [
  "None",
  "True",
  "1",
  "-1",
  "1e999",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ":",
  ",",
  "=",
  "==",
  ".",
  "*",
  "**",
  "%",
  "+",
  "lambda",
  "def",
  "for",
  "in",
  "if",
  "not",
  'param("topic")',
  "a",
  "a.list",
  "gate",
  "gate.q",
  "workflow",
  "range",
  '"',
  "'",
  "\\",
  "\n",
  "\t",
  "#",
  "é",
  "🜂",
  "\0",
  "\ufeff",
  "\r\n",
  "[[",
  "]]",
  "$ref",
  "load",
  "99999999999999999999",
];

const mutation = fc.record({
  file: fc.constantFrom(
    "workflow.star",
    "workflow.star",
    "workflow.star",
    "lib.star",
    "crucible.toml",
    "s.json",
  ),
  at: fc.nat(1_000_000),
  remove: fc.oneof({ weight: 4, arbitrary: fc.nat(3) }, { weight: 1, arbitrary: fc.nat(80) }),
  insert: fc.oneof(fc.constantFrom("", ...WORDS), fc.string({ maxLength: 4 })),
});

const VALUES: fc.Arbitrary<ParamInput> = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.array(fc.string()),
  fc.constant(null),
);

test("DSL-062: mutated packs and arbitrary launch words", () => {
  const names = fc.constantFrom("topic", "n", "tags", "__proto__", "a.model", "x");
  fc.assert(
    fc.property(
      fc.array(mutation, { maxLength: 4 }),
      fc.dictionary(names, VALUES),
      (mutations, params) => {
        const files: Record<string, string> = {
          "workflow.star": SOURCE,
          "lib.star": LIBRARY,
          "crucible.toml": MANIFEST,
          "s.json": SCHEMA,
          "p.md": "text\n",
          "skill/SKILL.md": "---\nx\n---\nbody\n",
        };
        for (const { file, at, remove, insert } of mutations) {
          const text = files[file] ?? "";
          const start = at % (text.length + 1);
          files[file] = (text.slice(0, start) + insert + text.slice(start + remove)).toWellFormed();
        }
        const result = tryCompile(memoryPack(files), { params, limits: { ticks: 100_000 } });
        if (result.ok) expect(result.plan.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
        else expect(result.diagnostics.length).toBeGreaterThan(0);
      },
    ),
    { numRuns: RUNS },
  );
});

test("the unmutated pack compiles", () => {
  const files = {
    "workflow.star": SOURCE,
    "lib.star": LIBRARY,
    "crucible.toml": MANIFEST,
    "s.json": SCHEMA,
    "p.md": "t\n",
    "skill/SKILL.md": "b\n",
  };
  const result = tryCompile(memoryPack(files), { params: { topic: "x", tags: "a,b" } });
  expect(result.ok ? [] : result.diagnostics).toEqual([]);
});
