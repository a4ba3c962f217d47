/**
 * Whatever a program does with what a launcher supplied, the value is found in marked regions of prompts and in the
 * plan's `params` and nowhere else: not in another field, not in a diagnostic (DSL-038, DSL-047, DSL-048).
 *
 * The canary is made of letters that no program and no message has, so a single one of them anywhere is a leak, also
 * upside down, in pieces, or in the other case.
 */
import { encodePlan, type JsonValue, markExternal } from "@crucible/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { memoryPack, tryCompile } from "../../src/index.js";

const CANARY = "ԖԘԚԞԠ";
const ITEMS = ["ѪѬ", "ѮѰѲ"];
const LEAK = new RegExp(
  `[${[CANARY, ...ITEMS].flatMap((text) => [text, text.toLowerCase()]).join("")}]`,
  "u",
);

const HEAD = `params = {"topic": {"type": "string"}, "tags": {"type": "list"}, "n": {"type": "int"}, "flag": {"type": "bool"}}

topic = param("topic")
tags = param("tags")
n = param("n")
flag = param("flag")
def twice(x):
    return [x, (x, x)]
def second(x, y = "z"):
    return y
def walk(x):
    out = []
    for item in x:
        out.append(item)
    return out
first = command(name = "first", run = "x", emits = {"items": "list", "v": ["a", "b"]})
`;

const LEAVES = [
  "topic",
  "tags",
  "n",
  "flag",
  '"pack"',
  '"%s"',
  '"{}"',
  '""',
  "0",
  "1",
  "[]",
  "{}",
  "None",
  "first",
  "first.items",
];

const METHODS = [
  "upper()",
  "lower()",
  "strip()",
  "elems()",
  "codepoints()",
  "split()",
  'split("")',
  "splitlines()",
  "title()",
  "keys()",
  "values()",
  "items()",
  "pop()",
  "copy()",
];
const METHODS_OF_TWO = [
  "join",
  "replace",
  "format",
  "startswith",
  "find",
  "count",
  "append",
  "extend",
  "partition",
  "removeprefix",
  "get",
  "index",
  "setdefault",
  "union",
];
const FUNCTIONS = [
  "str",
  "repr",
  "len",
  "list",
  "tuple",
  "set",
  "dict",
  "sorted",
  "reversed",
  "enumerate",
  "hash",
  "int",
  "float",
  "bool",
  "type",
  "dir",
  "min",
  "max",
  "any",
  "all",
  "abs",
  "chr",
  "ord",
  "zip",
  "fail",
  "range",
  "twice",
  "second",
  "walk",
  "param",
  "prompt_file",
  "schema_file",
  "optional",
];
const OPERATORS = [
  "+",
  "*",
  "%",
  "-",
  "|",
  "&",
  "==",
  "!=",
  "<",
  ">=",
  "in",
  "not in",
  "and",
  "or",
];

const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie("expression");
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom(...LEAVES),
      fc
        .tuple(inner, fc.constantFrom(...OPERATORS), inner)
        .map(([a, op, b]) => `(${a} ${op} ${b})`),
      fc.tuple(fc.constantFrom(...FUNCTIONS), inner).map(([name, a]) => `${name}(${a})`),
      fc.tuple(inner, fc.constantFrom(...METHODS)).map(([a, method]) => `${a}.${method}`),
      fc
        .tuple(inner, fc.constantFrom(...METHODS_OF_TWO), inner)
        .map(([a, method, b]) => `${a}.${method}(${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `"x".replace(${a}, ${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `${a}[${b}]`),
      fc.tuple(inner, inner).map(([a, b]) => `${a}[${b}:]`),
      fc.tuple(inner, inner).map(([a, b]) => `[${a}, ${b}]`),
      fc.tuple(inner, inner).map(([a, b]) => `{${a}: ${b}}`),
      fc.tuple(inner, inner).map(([a, b]) => `[${a} for each in ${b}]`),
      inner.map((a) => `[each for each in ${a}]`),
      inner.map((a) => `{each: each for each in ${a}}`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a} if ${b} else "no")`),
      inner.map((a) => `(lambda x: x)(${a})`),
      inner.map((a) => `second(1, y = ${a})`),
      inner.map((a) => `second(*[1, ${a}])`),
      inner.map((a) => `sorted([1], key = lambda x: ${a})`),
      inner.map((a) => `getattr(first, ${a})`),
      inner.map((a) => `"%(k)s" % {"k": ${a}}`),
      inner.map((a) => `"{k}".format(k = ${a})`),
    ),
  };
});

/** Expressions that a prompt may hold: they go through everything that keeps a value as it is. */
const { text } = fc.letrec<{ text: string }>((tie) => {
  const inner = tie("text");
  return {
    text: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc.constantFrom("topic", "tags[0]", "tags[-1]", "n", '"pack"', "(topic + topic)"),
      fc.tuple(inner, inner).map(([a, b]) => `(${a} + " " + ${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a} if flag else ${b})`),
      fc.tuple(inner, inner).map(([a, b]) => `(${a} if topic == "x" else ${b})`),
      inner.map((a) => `(lambda x: x)(${a})`),
      inner.map((a) => `second(1, y = ${a})`),
      inner.map((a) => `second(*[1, ${a}])`),
      inner.map((a) => `twice(${a})[1][0]`),
      inner.map((a) => `walk([${a}])[-1]`),
      inner.map((a) => `[each for each in [${a}] if n > 2][0]`),
      inner.map((a) => `{"k": ${a}}["k"]`),
      inner.map((a) => `(0, ${a})[1]`),
    ),
  };
});

const wide = fc.oneof({ weight: 2, arbitrary: text }, { weight: 3, arbitrary: expression });

/** A task that takes the expression somewhere. */
const anywhere = fc
  .tuple(wide, wide)
  .chain(([a, b]) =>
    fc.constantFrom(
      `agent(name = "t", prompt = ${a})`,
      `agent(name = "t", prompt = "Do: " + ${a} + "." + ${b})`,
      `agent(name = "t", prompt = "p", model = ${a}, session = ${b})`,
      `agent(name = ${a}, prompt = "p")`,
      `skill(name = "t", skill = "s", args = {"k": ${a}, "l": [${b}]})`,
      `skill(name = "t", skill = ${a}, args = ${b})`,
      `command(name = "t", run = ${a}, needs = ${b})`,
      `command(name = "t", run = "x" + ${a})`,
      `command(name = "t", run = "x", emits = ${a}, emits_files = ${b})`,
      `command(name = "t", run = "x", emits = {"k": ${a}}, timeout = ${b})`,
      `command(name = "t", run = "x", depends_on = [${a}], stage = ${b})`,
      `command(name = "t", run = "x", depends_on = [first], over = first.items, max_fanout = ${a}, required = ${b})`,
      `evaluate(name = "t", run = "x", threshold = ${a}, direction = ${b})`,
      `route(name = "t", min_confidence = 0.5, depends_on = [first], questions = {"q": noul(ask = ${a}, drop = ${b})})`,
      `route(name = "t", human = True, review = ${a}, depends_on = [first], questions = {"q": choice(ask = "?", options = ${b})})`,
      `report(name = "t", destination = ${a}, template = ${b})`,
      `report(name = "t", destination = {"kind": "slack"}, result = ${a}, severity_field = ${b})`,
      `session(name = ${a}, model = ${b})`,
    ),
  );

/** A task whose prompt is made of it. */
const prompted = fc
  .tuple(text, text)
  .chain(([a, b]) =>
    fc.constantFrom(
      `agent(name = "t", prompt = ${a})`,
      `agent(name = "t", prompt = "Do: " + ${a} + "." + ${b})`,
      `agent(name = "t", prompt = ${a}, repair = n, required = flag)`,
      `skill(name = "t", skill = "s", args = {"k": ${a}, "l": [${b}, tags], "t": tags})`,
      `evaluate(name = "t", run = "fast" if topic == "x" else "slow", threshold = n, direction = "lower")`,
    ),
  );

const program = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: expression }), {
      maxLength: 1,
    }),
    fc.oneof({ weight: 1, arbitrary: prompted }, { weight: 3, arbitrary: anywhere }),
    fc.boolean(),
  )
  .map(([before, task, isLoose]) => {
    const lines = before.map((value, index) => `v${index} = ${value}`);
    const shown = isLoose ? "[first, t]" : "[t, first]";
    return `${HEAD}${lines.join("\n")}\nt = ${task}\nworkflow(type = "playbook", tasks = ${shown})\n`;
  });

const FILES = { "s/SKILL.md": "Do it.\n", "p.md": "text\n" };

/** Every text of the plan but its parameters, marked regions taken out. */
function unmarked(plan: JsonValue): string {
  const [open = "", close = ""] = markExternal("\u0000").split("\u0000");
  const parts = JSON.stringify(plan, (key, value: unknown) =>
    key === "params"
      ? undefined
      : typeof value === "string"
        ? value.split(open).map(outside(close)).join("")
        : value,
  );
  return parts;
}

function outside(close: string): (part: string, index: number) => string {
  return (part, index) => (index === 0 ? part : part.slice(part.indexOf(close) + close.length));
}

test("DSL-038, DSL-047, DSL-048: random programs keep a canary inside the marks or do not compile", () => {
  const seen = { compiled: 0, marked: 0, refused: 0 };
  fc.assert(
    fc.property(program, (source) => {
      const result = tryCompile(memoryPack({ ...FILES, "workflow.star": source }), {
        params: { topic: CANARY, tags: ITEMS, n: 3, flag: true },
        limits: { ticks: 100_000 },
      });
      if (!result.ok) {
        expect(JSON.stringify(result.diagnostics)).not.toMatch(LEAK);
        if (result.diagnostics.some(({ code }) => code === "external-value")) seen.refused++;
        return;
      }
      seen.compiled++;
      const plan = encodePlan(result.plan);
      if (LEAK.test(JSON.stringify(result.plan.tasks))) seen.marked++;
      expect(unmarked(plan)).not.toMatch(LEAK);
      expect(JSON.stringify(result.warnings)).not.toMatch(LEAK);
    }),
    { numRuns: 1_500 },
  );
  // The programs reach all three ends, so that none of the expectations above is idle.
  expect(seen.compiled).toBeGreaterThan(50);
  expect(seen.marked).toBeGreaterThan(50);
  expect(seen.refused).toBeGreaterThan(50);
});
