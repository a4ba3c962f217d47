/**
 * What goes wrong in compilers of this kind, end to end: the language's traps as a workflow meets them, sources that ask
 * for more than there is, and values that are not what they look like. Each row is one line of a source and what comes of
 * it: the command it makes, or the one error.
 */
import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const END = 'workflow(type = "playbook", tasks = [command(name = "t", run = out)])\n';

/** The command that a source makes of `out`. */
function commandOf(source: string, files: Readonly<Record<string, string>> = {}): string {
  const [task] = planOf(`${source}\n${END}`, {}, files).tasks;
  return task?.kind === "command" ? task.command : "";
}

const refused = (source: string, files: Readonly<Record<string, string>> = {}): string[] =>
  errorsOf(`${source}\n${END}`, {}, files);

describe("the language's traps", () => {
  test.each([
    [
      "a list grown in place is the list it was",
      "a = [1]\nb = a\nb += [2]\nout = str(a)",
      "[1, 2]",
    ],
    ["a list joined with + is another", "a = [1]\nb = a\nb = b + [2]\nout = str(a)", "[1]"],
    [
      "equals stay in order, backwards too",
      'out = str(sorted(["b2", "a2", "b1"], key = lambda s: s[0], reverse = True))',
      '["b2", "b1", "a2"]',
    ],
    [
      "a key is asked for once an item, in order",
      "seen = []\nout = str(sorted([3, 1, 2], key = lambda n: seen.append(n) or -n)) + str(seen)",
      "[3, 2, 1][3, 1, 2]",
    ],
    ["doubled braces stand for one", 'out = "{{{0}}}".format("x")', "{x}"],
    [
      "closures keep what they closed over",
      "def add(n):\n    return lambda x: x + n\nout = str(add(1)(add(10)(0)))",
      "11",
    ],
    [
      "functions may call themselves",
      "def down(n):\n    return 0 if n == 0 else down(n - 1)\nout = str(down(50))",
      "0",
    ],
    ["a raw text keeps its backslashes", 'out = r"grep \\[x\\]"', "grep \\[x\\]"],
    [
      "a range is as long as it says and holds nothing",
      "r = range(1 << 40)\nout = str([len(r), r[7], 9 in r])",
      "[1099511627776, 7, True]",
    ],
    [
      "a step beyond the range leaves its first item",
      "out = str(list(range(3)[::1 << 50]))",
      "[0]",
    ],
    [
      "one is not the text of one",
      'out = str([1 == 1.0, 1 == "1", True == 1])',
      "[True, False, False]",
    ],
    [
      "a method's name is no key",
      'd = {"__proto__": 1, "constructor": 2}\nout = str([d.get("toString"), d["__proto__"]])',
      "[None, 1]",
    ],
  ])("%s", (_what, source, command) => {
    expect(commandOf(source)).toBe(command);
  });

  test.each([
    [
      "a list that a loop walks is not changed",
      "xs = [1]\nfor x in xs:\n    xs.append(x)\nout = ''",
      "3:5: ",
    ],
    [
      "nor by a key function",
      "xs = [2, 1]\nout = str(max(xs, key = lambda n: xs.clear()))",
      "2:35: ",
    ],
    ["nor a dict", "d = {1: 1}\nfor k in d:\n    d[k + 1] = 1\nout = ''", "3:5: "],
    ["there is no order of a number and a text", 'out = str(sorted([1, "a"]))', "1:11: "],
    ["fields are numbered by hand or not at all", 'out = "{}{0}".format(1)', "1:7: "],
    ["a field has no attribute", 'out = "{a.b}".format(a = 1)', "1:7: "],
    ["nor an index", 'out = "{0[1]}".format([1])', "1:7: "],
    ["an escape that means nothing", 'out = "\\["', "1:8: "],
    ["a key is written once", 'out = str({"a": 1, "a": 2})', "1:20: "],
    ["tabs and blanks do not mix", "def f():\n\tx = 1\n        return x\nout = ''", "3:1: "],
  ])("%s: refused in its place", (_what, source, place) => {
    const errors = refused(source);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(`workflow.star:${place}`);
  });

  test("what a library loaded is its own, and its private names too", () => {
    const files = {
      "a.star": '_inner = "x"\nouter = "x"\n',
      "b.star": 'load("a.star", "outer")\n',
    };
    expect(commandOf('load("a.star", out = "outer")', files)).toBe("x");
    expect(refused('load("a.star", out = "_inner")', files)[0]).toMatch(/^workflow\.star:1:\d+: /);
    expect(refused('load("b.star", out = "outer")', files)[0]).toMatch(/^workflow\.star:1:\d+: /);
  });

  test("what a library made never changes again", () => {
    const files = { "a.star": "BASE = [1]\n" };
    expect(refused('load("a.star", "BASE")\nBASE.append(2)\nout = ""', files)[0]).toContain(
      "workflow.star:2:1: ",
    );
    expect(commandOf('load("a.star", "BASE")\nout = str(BASE + [2])', files)).toBe("[1, 2]");
  });
});

describe("DSL-062: a source that asks for more than there is names the bound that it met", () => {
  test.each([
    ["s = 'a'\nfor i in range(99):\n    s = s + s\nout = s", "stringLength"],
    ["out = 'a' * (1 << 40)", "stringLength"],
    ["out = ''.join(['a' * 99999] * 99999)", "stringLength"],
    ["out = ('a' * 9999).replace('a', 'b' * 99999)", "stringLength"],
    ["out = ('%s' * 9999) % tuple(['a' * 99999] * 9999)", "stringLength"],
    ["out = str([0] * (1 << 33))", "containerLength"],
    ["out = str(list(range(1 << 40)))", "containerLength"],
    ["xs = [0]\nfor i in range(99):\n    xs += xs\nout = ''", "containerLength"],
    ["out = str(1 << 100000000)", "integerBits"],
    ["x = 3\nfor i in range(40):\n    x = x * x\nout = str(x)", "integerBits"],
    ["out = str(int('9' * 1000000))", "integerBits"],
    ["def f(n):\n    return f(n + 1)\nout = f(0)", "stackLevels"],
    ["def f(n):\n    return g(n)\ndef g(n):\n    return f(n)\nout = f(0)", "stackLevels"],
    ["for i in range(1 << 40):\n    pass\nout = ''", "ticks"],
    [`x = ${"-".repeat(300)}1\nout = ''`, "nestingDepth"],
  ])("%j: %s", (source, bound) => {
    const errors = refused(source);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^workflow\\.star:\\d+:\\d+: .*\\(bound \`${bound}\`\\)`));
  });

  test.each([
    ["operands", `x = ${Array(20_000).fill("1").join(" + ")}\nout = 'x'`],
    ["conditions", `x = ${Array(20_000).fill("1").join(" and ")}\nout = 'x'`],
    [
      "branches",
      `if False:\n    pass\n${Array(5_000).fill("elif False:\n    pass\n").join("")}out = 'x'`,
    ],
  ])("a long row of %s is walked without a stack of its own", (_what, source) => {
    const errors = refused(source);
    expect(errors.filter((error) => !error.includes("(bound `"))).toEqual([]);
  });
});

test("a pattern meets the end of the text at its end, not before a last line end", () => {
  const source = 'params = {"slug": {"type": "string", "pattern": "^[a-z]+$"}}\nout = "x"';
  expect(errorsOf(`${source}\n${END}`, { params: { slug: "abc" } })).toEqual([]);
  expect(errorsOf(`${source}\n${END}`, { params: { slug: "abc\n" } })).toHaveLength(1);
});
