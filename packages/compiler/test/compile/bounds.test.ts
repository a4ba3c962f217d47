/** Sources that mean to exhaust the compiler: each is one located error, by a count and never by a clock. */
import { describe, expect, test } from "vitest";
import { readManifest } from "../../src/index.js";
import { errorsOf } from "../support/compile.js";

describe("DSL-062, DSL-063: a hostile source is one located error", () => {
  test.each([
    [
      "a nest of brackets",
      `x = ${"(".repeat(100_000)}1${")".repeat(100_000)}\n`,
      /^workflow\.star:1:\d+: .*nestingDepth/,
    ],
    ["a nest of unary operators", `x = ${"-".repeat(100_000)}1\n`, /^workflow\.star:1:\d+: /],
    [
      "a nest of blocks",
      `${Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth)}if True:\n`).join("")}${" ".repeat(200)}pass\n`,
      /^workflow\.star:\d+:\d+: .*blockDepth/,
    ],
    [
      "an endless recursion",
      "def f():\n  return f()\nf()\n",
      /^workflow\.star:2:10: .*stackLevels/,
    ],
    [
      "an endless loop",
      "def f():\n  for i in range(1 << 40):\n    pass\nf()\n",
      /^workflow\.star:2:\d+: .*ticks/,
    ],
    ["a huge string", 'x = "a" * 1000000000\n', /^workflow\.star:1:5: .*stringLength/],
    [
      "a string that doubles",
      'x = "a"\nfor i in range(100):\n  x += x\n',
      /^workflow\.star:3:3: .*(stringLength|heapBytes)/,
    ],
    ["a huge list", "x = [0] * 1000000000\n", /^workflow\.star:1:5: .*containerLength/],
    [
      "a huge range made a list",
      "x = list(range(1 << 40))\n",
      /^workflow\.star:1:5: .*containerLength/,
    ],
    ["a huge integer", "x = 1 << 100000\n", /^workflow\.star:1:5: .*integerBits/],
  ])("%s", (_, source, message) => {
    const errors = errorsOf(source);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(message);
  });

  test("a source beyond its size", () => {
    const [error] = errorsOf(`# ${"x".repeat(262_144)}\n`);
    expect(error).toBe(
      "workflow.star:1:1: the source is 262147 bytes; maximum is 262144 (bound `sourceBytes`)",
    );
  });

  test("more tasks than may be made or shipped", () => {
    const many = (count: number): string =>
      `xs = [command(name = "t%d" % i, run = "x") for i in range(${count})]\nworkflow(type = "playbook", tasks = xs)\n`;
    const limits = { tasksConstructed: 30, tasksShipped: 20 };
    expect(errorsOf(many(20), { limits })).toEqual([]);
    expect(errorsOf(many(21), { limits })).toEqual([
      "workflow.star:2:29: workflow() has 21 tasks; maximum is 20 (bound `tasksShipped`)",
    ]);
    expect(errorsOf(many(31), { limits })).toEqual([
      "workflow.star:1:7: the workflow constructs too many tasks; maximum is 30 (bound `tasksConstructed`)",
    ]);
  });

  test("one large text given to many tasks is charged for each", () => {
    const source = `x = "a" * 1000000
xs = [command(name = "t%d" % i, run = x) for i in range(1000)]
workflow(type = "playbook", tasks = xs)
`;
    expect(errorsOf(source)[0]).toMatch(/^workflow\.star:2:\d+: .*heapBytes/);
  });

  test("a prompt that doubles", () => {
    const source = `params = {"a": {"type": "string"}}
p = "x" + param("a")
for i in range(100):
  p += p
workflow(type = "playbook", tasks = [agent(name = "t", prompt = p)])
`;
    expect(errorsOf(source, { params: { a: "y" } })[0]).toMatch(
      /^workflow\.star:4:3: .*(stringLength|containerLength)/,
    );
  });

  test("a prompt of many small regions", () => {
    const source = `params = {"a": {"type": "string"}}
p = ""
for i in range(200000):
  p += param("a") + "x"
workflow(type = "playbook", tasks = [agent(name = "t", prompt = p)])
`;
    expect(errorsOf(source, { params: { a: "y" } })[0]).toMatch(
      /^workflow\.star:(4|5):\d+: .*bound/,
    );
  });

  test("dependencies nested in lists without end", () => {
    const source = `x = ["a"]
for i in range(1000):
  x = [x]
workflow(type = "playbook", tasks = [command(name = "t", run = "x", depends_on = x)])
`;
    expect(errorsOf(source)).toEqual(["workflow.star:4:69: depends_on nests more than 16 lists"]);
  });

  const many = (count: number, text: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => text(index)).join("");

  test.each([
    ["unknown names on one line", many(40_000, (index) => `q${index.toString(36)};`), 1],
    [
      "wrong parameters on one line",
      `params = {${many(1_000, (index) => `"a${index}": {},`)}}\n`,
      100,
    ],
    ["too many parameters", `params = {${many(1_001, (index) => `"a${index}": {},`)}}\n`, 1],
    [
      "undeclared sessions",
      `s = session(name = "s")
xs = [agent(name = "t%d" % i, prompt = "x", session = "ss%d" % i) for i in range(5000)]
workflow(type = "playbook", tasks = xs)
`,
      100,
    ],
  ])("thousands of %s end after the first findings", (_, source, least) => {
    const { length } = errorsOf(source);
    expect(length).toBeGreaterThanOrEqual(least);
    expect(length).toBeLessThanOrEqual(101);
  });

  test("thousands of unknown parameters and settings end after the first findings", () => {
    const declared = many(1_000, (index) => `"abcdefgh${index}": {"type": "int"},`);
    const names = Array.from({ length: 5_000 }, (_, index) => index);
    const params = Object.fromEntries(names.map((index) => [`abcdefg${index}`, "x"]));
    expect(errorsOf(`params = {${declared}}\n`, { params })).toHaveLength(100);
    const tasks = `xs = [agent(name = "t%d" % i, prompt = "x") for i in range(2000)]
workflow(type = "playbook", tasks = xs)
`;
    const settings = Object.fromEntries(names.map((index) => [`t_${index}.model`, "x"]));
    expect(errorsOf(tasks, { settings })).toHaveLength(100);
  });

  test("a manifest of one line with a mistake in every key", () => {
    const env = many(50_000, (index) => `"-${index.toString(36)}" = "a",`);
    const unknown = many(50_000, (index) => `zz${index.toString(36)} = 1,`);
    for (const text of [
      `agent = { env = {${env.slice(0, -1)}} }\n`,
      `agent = {${unknown.slice(0, -1)}}\n`,
    ]) {
      const reading = readManifest(text);
      expect(reading.ok ? 0 : reading.diagnostics.length).toBe(100);
    }
  });

  test("a bound is an option", () => {
    expect(errorsOf("x = [0] * 100\n", { limits: { containerLength: 99 } })[0]).toMatch(
      /maximum is 99 \(bound `containerLength`\)$/,
    );
    expect(() => errorsOf("", { limits: { ticks: -1 } })).toThrow(TypeError);
  });
});
