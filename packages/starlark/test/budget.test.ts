import {
  Budget,
  DEFAULT_LIMITS,
  evaluate,
  type LimitName,
  type Limits,
  parse,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { onlyDiagnostic, runSource } from "./run-source.js";

/** For each bound a source that stays just under a small value of it, and one that goes just past it. */
const EDGES: Readonly<
  Record<LimitName, { readonly limit: number; readonly under: string; readonly over: string }>
> = {
  sourceBytes: { limit: 10, under: "x = 'é' #", over: "x = 'é' # " },
  nestingDepth: { limit: 3, under: "(([1]))", over: "(([[1]]))" },
  blockDepth: { limit: 2, under: "if 1:\n if 1:\n  2", over: "if 1:\n if 1:\n  if 1:\n   2" },
  expressionDepth: { limit: 3, under: "1 + 2 + 3", over: "1 + 2 + 3 + 4" },
  ticks: {
    limit: 100,
    under: "for x in range(99): pass",
    over: "for x in range(100): pass",
  },
  heapBytes: { limit: 1000, under: "[0] * 100", over: "[0] * 125" },
  stringLength: { limit: 10, under: "'a' * 10", over: "'a' * 11" },
  containerLength: { limit: 10, under: "[0] * 10", over: "[0] * 11" },
  integerBits: { limit: 64, under: "(1 << 63) + ((1 << 63) - 1)", over: "1 << 64" },
  stackLevels: {
    limit: 100,
    under: "def f(n): return n and f(n - 1)\nf(5)",
    over: "def f(n): return n and f(n - 1)\nf(50)",
  },
  valueDepth: { limit: 3, under: "str([[[]]])", over: "str([[[[1]]]])" },
};

describe("every bound", () => {
  test.each(Object.entries(EDGES))("%s holds at its value and is named past it", (name, edge) => {
    const limits: Partial<Limits> = { [name]: edge.limit };
    expect(runSource(edge.under, { limits }).ok).toBe(true);
    const diagnostic = onlyDiagnostic(edge.over, { limits });
    const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    expect(diagnostic.code).toBe(`bound-${kebab}`);
    expect(diagnostic.message).toMatch(
      new RegExp(`; maximum is ${edge.limit} \\(bound \`${name}\`\\)$`),
    );
    expect(diagnostic.range?.file).toBe("test.star");
  });

  test("has a default that sources of usual size never meet", () => {
    expect(DEFAULT_LIMITS).toEqual({
      sourceBytes: 262_144,
      nestingDepth: 128,
      blockDepth: 64,
      expressionDepth: 1_000,
      ticks: 10_000_000,
      heapBytes: 128 * 1024 * 1024,
      stringLength: 16 * 1024 * 1024,
      containerLength: 1_000_000,
      integerBits: 4_096,
      stackLevels: 2_500,
      valueDepth: 128,
    });
  });

  test.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d as its value", (ticks) => {
    expect(() => new Budget({ ticks })).toThrow("the bound ticks must be a non-negative integer");
  });
});

describe("a budget", () => {
  test("is used up by a source and everything it loads together", () => {
    const modules = new Map([["m.star", "for x in range(60): pass\ny = 1"]]);
    const source = "load('m.star', 'y')\nfor x in range(60): pass";
    expect(runSource(source, { modules, limits: { ticks: 200 } }).ok).toBe(true);
    expect(onlyDiagnostic(source, { modules, limits: { ticks: 100 } }).code).toBe("bound-ticks");
  });

  test("counts a tick for each call and each turn of a loop or comprehension", () => {
    const ticksOf = (source: string): number => {
      const budget = new Budget();
      expect(runSource(source, { budget }).ok).toBe(true);
      return budget.ticksUsed;
    };
    expect(ticksOf("x = 1 + 2")).toBe(0);
    expect(ticksOf("for x in (1, 2, 3): pass")).toBe(3);
    expect(ticksOf("def f(): pass\nf()\nf()")).toBe(2);
    expect(ticksOf("[x for x in (1, 2) if x]")).toBe(2);
    expect(ticksOf("[x for x in (1, 2) for y in (1, 2)]")).toBe(6);
    expect(ticksOf("len('abc')")).toBe(1);
  });

  test("counts more for a turn or a call of a long body, and nothing for comments", () => {
    const long = "1 + ".repeat(100);
    const ticksOf = (source: string): number => {
      const budget = new Budget();
      expect(runSource(source, { budget }).ok).toBe(true);
      return budget.ticksUsed;
    };
    expect(ticksOf(`for x in (1, 2): ${long} 1`)).toBe(14);
    expect(ticksOf(`def f(): ${long} 1\nf()`)).toBe(7);
    expect(ticksOf(`[${long} x for x in (1, 2)]`)).toBe(14);
    expect(ticksOf(`for x in (1, 2):\n${" # long\n".repeat(100)} pass`)).toBe(2);
  });

  test("gives the levels of finished calls back, also when an error ended them", () => {
    const budget = new Budget();
    runSource("def f(n): return n and f(n - 1)\nf(100)", { budget });
    expect(budget.stackLevelsUsed).toBe(0);
    runSource("def f(n): return f(n - 1) if n else n[0]\nf(100)", { budget });
    expect(budget.stackLevelsUsed).toBe(0);
  });

  test("stays exhausted", () => {
    const budget = new Budget({ ticks: 10 });
    onlyDiagnostic("for x in range(20): pass", { budget });
    const parsed = parse("for x in (1,): pass", { file: "b.star" });
    expect(parsed.ok && (() => evaluate(parsed.tree, { budget }))).toThrow("bound `ticks`");
  });
});

describe("charging comes before the work", () => {
  test.each([
    ["'a' * 16777217", "bound-string-length"],
    ["[0] * 1000001", "bound-container-length"],
    ["list(range(1000001))", "bound-container-length"],
    ["1 << 4096", "bound-integer-bits"],
    ["('a' * 5000).replace('a', 'b' * 5000)", "bound-string-length"],
    ["'%s%s' % (('a' * 9000000), ('a' * 9000000))", "bound-string-length"],
    ["'{0}{0}'.format('a' * 9000000)", "bound-string-length"],
    ["('a' * 9000000) + ('a' * 9000000)", "bound-string-length"],
    ["','.join(['a' * 9000000] * 2)", "bound-string-length"],
  ])("%s", (source, code) => {
    expect(onlyDiagnostic(source).code).toBe(code);
  });
});
