import {
  Budget,
  type EvaluateOptions,
  evaluate,
  type Module,
  parse,
  refuse,
  StarlarkError,
  StarlarkList,
} from "@crucible/starlark";
import { describe, expect, test } from "vitest";
import { onlyDiagnostic, runSource } from "./run-source.js";

function run(source: string, options: Partial<EvaluateOptions> = {}): Module {
  const parsed = parse(source, { file: "main.star" });
  if (!parsed.ok) throw new Error(parsed.diagnostics[0]?.message);
  return evaluate(parsed.tree, { budget: new Budget(), ...options });
}

function errorOf(source: string, options: Partial<EvaluateOptions> = {}): StarlarkError {
  try {
    run(source, options);
  } catch (error) {
    if (error instanceof StarlarkError) return error;
    throw error;
  }
  throw new Error("the source ran to its end");
}

describe("a module", () => {
  test("has its globals in the order of their first binding, without loaded names", () => {
    const lib = run("a = 1");
    const module = run('load("lib", "a")\nz = a\ny = 2\nz = 3\ndef f(): pass', { load: () => lib });
    expect([...module.globals.keys()]).toEqual(["z", "y", "f"]);
    expect(module.globals.get("z")).toBe(3);
    expect(module.file).toBe("main.star");
  });

  test("leaves out names that were never bound", () => {
    expect([...run("if False:\n    x = 1\ny = 2").globals.keys()]).toEqual(["y"]);
  });

  test.each([
    ["x = 1\nx + 1\n", 2, 2],
    ["x = 1\nx + 1\n# end\n\n", 2, 2],
    ["1\nx = 2", undefined, 2],
    ["1; 2", 2, 1],
    ["if True:\n    1\n", undefined, 1],
    ["None", null, 1],
  ])(
    "gives the value of its last statement when that is an expression: %j",
    (source, value, line) => {
      const module = run(source);
      expect(module.lastValue).toBe(value);
      expect(module.lastRange?.start.line).toBe(line);
    },
  );

  test("of an empty source has neither value nor range", () => {
    const module = run("# nothing\n");
    expect([module.lastValue, module.lastRange, module.globals.size]).toEqual([
      undefined,
      undefined,
      0,
    ]);
  });

  test("is frozen, its last value included", () => {
    const module = run("x = [[1], {2: [3]}]\n[x]");
    const [x, last] = [module.globals.get("x"), module.lastValue];
    expect(x instanceof StarlarkList && x.frozen).toBe(true);
    expect(last instanceof StarlarkList && last.frozen).toBe(true);
  });

  test("of one tree may be made again and again, each on its own", () => {
    const parsed = parse("x = []\nx.append(1)", { file: "a.star" });
    if (!parsed.ok) throw new Error("no tree");
    const [first, second] = [1, 2].map(() => evaluate(parsed.tree, { budget: new Budget() }));
    expect(first?.globals.get("x")).not.toBe(second?.globals.get("x"));
  });
});

describe("an error", () => {
  test("names the calls that led to it, innermost first, each place once", () => {
    const source = "def f(n):\n    return f(n - 1) if n else n[0]\ndef g():\n    return f(3)\ng()";
    const error = errorOf(source);
    expect(error.message).toBe("unhandled index operation int[int]");
    expect(
      error.diagnostic.notes.map(({ message, range }) => [message, range?.start.line]),
    ).toEqual([
      ["f was called here", 2],
      ["f was called here", 4],
      ["g was called here", 5],
      ["and 2 more calls", undefined],
    ]);
    expect(
      error.callStack.map(({ functionName, range }) => [functionName, range.start.line]),
    ).toEqual([
      ["g", 5],
      ["f", 4],
      ["f", 2],
      ["f", 2],
      ["f", 2],
    ]);
  });

  test("in a loaded module says where the module was loaded", () => {
    const budget = new Budget();
    const load = (): Module => {
      const parsed = parse("x = 1\n\ny = x[0]", { file: "lib.star" });
      if (!parsed.ok) throw new Error("no tree");
      return evaluate(parsed.tree, { budget });
    };
    const { diagnostic } = errorOf('load("lib.star", "y")', { budget, load });
    expect([diagnostic.range?.file, diagnostic.range?.start.line]).toEqual(["lib.star", 3]);
    expect(diagnostic.notes.map(({ message, range }) => [message, range?.file])).toEqual([
      ["loaded here", "main.star"],
    ]);
  });

  test.each([
    ["request.fail", "load-failed"],
    ["refuse", "evaluation-error"],
  ])("of the load itself points at the module's name: %s", (way, code) => {
    const { diagnostic } = errorOf('x = 1\nload("lib.star", "y")', {
      load: (request) => (way === "refuse" ? refuse("no such file") : request.fail("no such file")),
    });
    expect([diagnostic.message, diagnostic.code]).toEqual(["no such file", code]);
    expect([diagnostic.range?.start.line, diagnostic.range?.start.column]).toEqual([2, 6]);
    expect(diagnostic.notes).toEqual([]);
  });

  test("of a host without load says so", () => {
    expect(errorOf('load("a", "b")').message).toBe("load() is not available here");
  });

  test("about names lists all of them, before anything runs", () => {
    const printed: string[] = [];
    const error = errorOf("print(1)\nfoo()\nbar\n", { print: (text) => printed.push(text) });
    expect(error.diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
      ["unknown-name", 2],
      ["unknown-name", 3],
    ]);
    expect(printed).toEqual([]);
  });
});

describe("names that do not exist", () => {
  const predeclared = new Map([["agent", 1]]);

  test("are worded as the host likes", () => {
    const unknownName = {
      functionNoun: "workflow DSL function",
      variableNoun: "workflow variable",
    };
    const options = { predeclared, unknownName };
    expect(errorOf("agnt()", options).message).toBe(
      'unknown workflow DSL function "agnt"; did you mean "agent"?',
    );
    expect(errorOf("agnt", options).message).toBe(
      'unknown workflow variable "agnt"; did you mean "agent"?',
    );
    expect(errorOf("agnt", options).diagnostic.suggestion).toBe("agent");
  });

  test("are compared with the names the host allows", () => {
    const unknownName = {
      candidates: (visible: readonly string[]) => visible.filter((name) => name !== "agent"),
    };
    expect(errorOf("agentt()", { predeclared, unknownName }).message).toBe("undefined: agentt");
  });

  test("may have a message of the host's own", () => {
    const unknownName = {
      describe: ({ name, called }: { name: string; called: boolean }) =>
        called ? undefined : `what is ${name}?`,
    };
    expect(errorOf("mystery", { unknownName }).message).toBe("what is mystery?");
    expect(errorOf("mystery()", { unknownName }).message).toBe("undefined: mystery");
  });

  test("see locals, globals, the host's names and the language's", () => {
    const source = "globl = 1\ndef f(param):\n    locl = 2\n    return lambda inner: NAME\n";
    const suggestions = ["innr", "lcl", "pram", "glob", "agen", "sortd"].map(
      (name) => errorOf(source.replace("NAME", name), { predeclared }).diagnostic.suggestion,
    );
    expect(suggestions).toEqual(["inner", "locl", "param", "globl", "agent", "sorted"]);
  });

  test("include print when nobody listens", () => {
    expect(errorOf("print(1)").diagnostic.code).toBe("unknown-name");
  });
});

describe("print", () => {
  test("hands over the text and its place", () => {
    const heard: unknown[] = [];
    run('print("a", 1, [None], sep = "-")\nprint()', {
      print: (text, range) => heard.push([text, range?.start.line]),
    });
    expect(heard).toEqual([
      ["a-1-[None]", 1],
      ["", 2],
    ]);
  });
});

test("a parse error comes as a diagnostic with the place of the other half", () => {
  const diagnostic = onlyDiagnostic("x = foo(1,\n  [2, 3)\n");
  expect(diagnostic.code).toBe("unexpected-token");
  expect(diagnostic.range?.start).toMatchObject({ line: 2, column: 8 });
  expect(diagnostic.notes.map(({ message, range }) => [message, range?.start])).toEqual([
    ["opened here", { line: 2, column: 3, offset: 13 }],
  ]);
});

test("the same source gives the same everything", () => {
  const source =
    "x = {str(i * 7 % 13): set([i]) for i in range(20)}\nprint(x, sorted(x), hash(str(x)))";
  const runs = [1, 2].map(() => {
    const outcome = runSource(source);
    return outcome.ok && outcome.printed;
  });
  expect(runs[0]).toEqual(runs[1]);
});
