import { describe, expect, test } from "vitest";
import { CompileError, compile } from "../../src/index.js";
import { errorsOf, packOf, planOf } from "../support/compile.js";

const PARAMS = `params = {
  "topic": {"type": "string"}, "n": {"type": "int"}, "x": {"type": "number"},
  "flag": {"type": "bool"}, "tags": {"type": "list<string>"},
}
`;

const VALUES = { topic: "SENTINEL-7f3a", n: "3", x: "1.5", flag: "true", tags: "SENTINEL-1,b" };

/** A playbook whose one agent has the given prompt, on line 5 from column 1. */
function source(prompt: string): string {
  return `${PARAMS}p = ${prompt}\nworkflow(type = "playbook", tasks = [agent(name = "a", prompt = p)])\n`;
}

function errors(prompt: string): string[] {
  return errorsOf(source(prompt), { params: VALUES }).map((line) =>
    line.replace("a value supplied from outside the pack", "EXTERNAL"),
  );
}

function promptOf(prompt: string, params: Readonly<Record<string, string>> = VALUES): string {
  const [task] = planOf(source(prompt), { params }).tasks;
  return task?.kind === "agent" ? task.prompt : "no agent";
}

const TO_PROMPT = "join it to a prompt with +";

describe("a supplied text becomes no plain text, and no message repeats it", () => {
  test.each([
    [
      "DSL-041",
      'str(param("topic"))',
      `5:5: EXTERNAL cannot become plain text by str(); ${TO_PROMPT}`,
    ],
    [
      "DSL-042",
      'repr(param("topic"))',
      `5:5: EXTERNAL cannot become plain text by repr(); ${TO_PROMPT}`,
    ],
    ["DSL-043", '"%s" % param("topic")', `5:5: EXTERNAL takes no operator %; ${TO_PROMPT}`],
    [
      "DSL-043",
      '"%r" % (param("topic"),)',
      `5:5: EXTERNAL cannot become plain text by % formatting; ${TO_PROMPT}`,
    ],
    [
      "DSL-044",
      '"{}".format(param("topic"))',
      `5:5: EXTERNAL cannot become plain text by .format(); ${TO_PROMPT}`,
    ],
    [
      "DSL-044",
      '"{a}".format(a = param("topic"))',
      `5:5: EXTERNAL cannot become plain text by .format(); ${TO_PROMPT}`,
    ],
    [
      "DSL-047",
      'fail(param("topic"))',
      `5:5: EXTERNAL cannot become plain text by fail(); ${TO_PROMPT}`,
    ],
    [
      "DSL-045",
      '", ".join(["x", param("topic")])',
      "5:5: EXTERNAL cannot stand where a string is wanted",
    ],
    [
      "DSL-045",
      '"X".replace("X", param("topic"))',
      "5:5: EXTERNAL cannot stand where a string is wanted",
    ],
    [
      "DSL-045",
      'param("topic").upper()',
      `5:20: EXTERNAL has no method "upper"; ${TO_PROMPT} or compare it whole`,
    ],
    [
      "DSL-045",
      'getattr(param("topic"), "upper")()',
      `5:5: EXTERNAL has no method "upper"; ${TO_PROMPT} or compare it whole`,
    ],
  ])("%s: %s", (_, prompt, message) => {
    expect(errors(prompt)).toEqual([`workflow.star:${message}`]);
  });

  test.each([
    'str([param("topic")])',
    'repr({"a": (1, param("topic"))})',
    '"%s" % [param("topic")]',
    '"{}".format([param("topic")])',
    'str(param("tags"))',
    'fail("no", [param("topic")])',
  ])("DSL-046: not inside a container either: %s", (prompt) => {
    expect(errors(prompt)).toHaveLength(1);
    expect(errors(prompt)[0]).toContain("EXTERNAL cannot become plain text by ");
  });

  test.each([
    ['param("topic")[0]', "5:5: EXTERNAL cannot be indexed"],
    ['param("topic")[1:]', "5:5: EXTERNAL cannot be sliced"],
    ['[c for c in param("topic")]', "5:17: EXTERNAL cannot be iterated"],
    ['list(param("topic"))', "5:5: EXTERNAL cannot be iterated"],
    ['len(param("topic"))', "5:5: EXTERNAL has no length here"],
    ['hash(param("topic"))', "5:5: EXTERNAL cannot be hashed, be a dict key or a set element"],
    ['{param("topic"): 1}', "5:6: EXTERNAL cannot be hashed, be a dict key or a set element"],
    ['{"a": 1}[param("topic")]', "5:5: EXTERNAL cannot be hashed, be a dict key or a set element"],
    ['set([param("topic")])', "5:5: EXTERNAL cannot be hashed, be a dict key or a set element"],
    ['param("topic") < "x"', `5:5: EXTERNAL takes no operator <; ${TO_PROMPT}`],
    ['sorted(["x", param("topic")])', "5:5: EXTERNAL has no order"],
    ['max("x", param("topic"))', "5:5: EXTERNAL has no order"],
    ['"S" in param("topic")', "5:5: EXTERNAL cannot be searched"],
    ['param("topic") in "xSENTINELx"', "5:5: EXTERNAL can be looked for in a list only"],
    ['param("topic") in {"a": 1}', "5:5: EXTERNAL can be looked for in a list only"],
    [
      'param("topic").startswith("S")',
      `5:20: EXTERNAL has no method "startswith"; ${TO_PROMPT} or compare it whole`,
    ],
    [
      '"x" if param("topic") else "y"',
      '5:12: EXTERNAL is a text and neither true nor false; compare it with == ""',
    ],
    [
      'not param("topic")',
      '5:5: EXTERNAL is a text and neither true nor false; compare it with == ""',
    ],
    ['param("topic") * 2', `5:5: EXTERNAL takes no operator *; ${TO_PROMPT}`],
  ])("no part of a text can be asked for: %s", (prompt, message) => {
    expect(errors(prompt)).toEqual([`workflow.star:${message}`]);
  });

  test("DSL-047: the error that is thrown repeats it nowhere", () => {
    const failing = [
      'str(param("topic"))',
      'param("topic") + 1',
      'fail(param("topic"), "x")',
      '{}[param("topic")]',
    ];
    for (const prompt of failing) {
      try {
        compile(packOf(source(prompt)), { params: VALUES });
        expect.unreachable(prompt);
      } catch (error) {
        expect(error).toBeInstanceOf(CompileError);
        const all = `${(error as CompileError).message}${JSON.stringify((error as CompileError).diagnostics)}`;
        expect(all).not.toContain("SENTINEL");
      }
    }
  });
});

describe("a supplied text is compared whole", () => {
  test.each([
    ['"fast" if param("topic") == "SENTINEL-7f3a" else "slow"', "fast"],
    ['"fast" if "SENTINEL-7f3a" == param("topic") else "slow"', "fast"],
    ['"fast" if param("topic") != "x" else "slow"', "fast"],
    ['"fast" if param("topic") in ["x", "SENTINEL-7f3a"] else "slow"', "fast"],
    ['"fast" if param("topic") not in ("x", "y") else "slow"', "fast"],
    ['"fast" if param("topic") in param("tags") else "slow"', "slow"],
    ['"fast" if param("tags")[0] == "SENTINEL-1" else "slow"', "fast"],
    ['"fast" if "b" in param("tags") else "slow"', "fast"],
    ['"fast" if param("tags") == ["SENTINEL-1", "b"] else "slow"', "fast"],
    ['"fast" if param("topic") == 5 else "slow"', "slow"],
    ['"fast" if [param("topic")] == ["SENTINEL-7f3a"] else "slow"', "fast"],
  ])("%s", (prompt, expected) => {
    expect(promptOf(prompt)).toBe(expected);
  });

  test("what a comparison gives stays external", () => {
    expect(errors('str(param("topic") == "x")')[0]).toContain("cannot become plain text by str()");
  });
});

describe("a supplied number or truth value computes and compares, and becomes no text", () => {
  test.each([
    ['"a" if param("n") * 2 + 1 == 7 else "b"', "a"],
    ['"a" if 10 // param("n") == 3 and 10 % param("n") == 1 else "b"', "a"],
    ['"a" if -param("n") < 0 and param("n") >= 3 else "b"', "a"],
    ['"a" if param("x") * 2 == 3 else "b"', "a"],
    ['"a" if min(param("n"), 5) == 3 and max(2, param("n")) == 3 else "b"', "a"],
    ['"a" if param("n") in [1, 3] else "b"', "a"],
    ['"a" if param("n") in [1, 4] else "b"', "b"],
    ['"a" if param("tags") in [["SENTINEL-1"], []] else "b"', "b"],
    ['"a" if param("tags") in [["SENTINEL-1", "b"]] else "b"', "a"],
    ['"a" if sorted([5, param("n"), 4])[0] == 3 else "b"', "a"],
    ['"a" if param("flag") else "b"', "a"],
    ['"a" if not param("flag") else "b"', "b"],
    ['"a" if param("flag") == True else "b"', "a"],
    ['"a" if param("n") != "3" else "b"', "a"],
  ])("%s", (prompt, expected) => {
    expect(promptOf(prompt)).toBe(expected);
  });

  test.each([
    'str(param("n"))',
    'str(param("n") + 1)',
    '"%d" % param("n")',
    '"%d" % (param("n") - 1,)',
    '"{}".format(param("x"))',
    'str(param("flag"))',
    'str(param("n") > 2)',
    'str(not param("flag"))',
    'repr([param("n")])',
    'str(int(param("n")))',
  ])("not by %s", (prompt) => {
    expect(errors(prompt)).toHaveLength(1);
    expect(errors(prompt)[0]).toContain("EXTERNAL cannot ");
  });

  test("a supplied number bounds a range, whose elements are ordinary", () => {
    expect(promptOf('",".join(["lane-%d" % i for i in range(param("n"))])')).toBe(
      "lane-0,lane-1,lane-2",
    );
    expect(promptOf('"".join([str(i) for i in range(1, param("n") + 1, 2)])')).toBe("13");
    expect(promptOf("str(list(range(2)))")).toBe("[0, 1]");
    expect(errors('range(param("topic"))')).toHaveLength(1);
    expect(errors('range(param("x"))')).toHaveLength(1);
    expect(errors("range()")).toEqual([
      'workflow.star:5:5: range() is missing the required argument "start"',
    ]);
    expect(errors("range(1, 2, 0)")[0]).toMatch(/^workflow\.star:5:5: /);
  });

  test("an operator that fails says so in its place", () => {
    expect(errors('param("n") // 0')).toEqual(["workflow.star:5:5: integer division by zero"]);
    expect(errors('param("flag") + 1')).toEqual([
      "workflow.star:5:5: unknown binary op: external + int",
    ]);
  });
});

describe("a supplied list is indexed and iterated, and its items stay external", () => {
  test("by position and by loop", () => {
    expect(promptOf('"x: " + param("tags")[-1]')).toContain("\nb\n");
    expect(promptOf('"y" if len([t for t in param("tags")]) == 2 else "n"')).toBe("y");
    expect(errors('[str(t) for t in param("tags")]')[0]).toContain(
      "cannot become plain text by str()",
    );
  });

  test.each([
    ['param("tags")[2]', "5:5: EXTERNAL is a list that has no such index"],
    ['param("tags") + ["x"]', "5:5: EXTERNAL is a list and takes no operator +; iterate it"],
    [
      '"x" if param("tags") else "y"',
      "5:12: EXTERNAL is a list and neither true nor false; compare it with == []",
    ],
    ['param("tags")[0:1]', "5:5: EXTERNAL cannot be sliced"],
  ])("%s is refused", (prompt, message) => {
    expect(errors(prompt)).toEqual([`workflow.star:${message}`]);
  });
});

describe("DSL-040: a default is an ordinary value", () => {
  test.each([
    ['"topic %s" % param("topic")', "topic plain"],
    ['str(param("n") + 1)', "8"],
    ['param("topic").upper()', "PLAIN"],
    ['",".join(param("tags"))', "a,b"],
    ['str(param("x"))', "2.0"],
    ['str(param("none"))', "None"],
  ])("%s", (prompt, expected) => {
    const params = `params = {
  "topic": {"type": "string", "default": "plain"}, "n": {"type": "int", "default": 7},
  "tags": {"type": "list", "default": ["a", "b"]}, "x": {"type": "number", "default": 2},
  "none": {"type": "string"},
}
`;
    const text = `${params}workflow(type = "playbook", tasks = [agent(name = "a", prompt = ${prompt})])\n`;
    expect(planOf(text).tasks[0]).toMatchObject({ prompt: expected });
  });
});

describe("DSL-048: a supplied text stands in prompts only", () => {
  const refusal =
    'carries a value supplied from outside the pack; it may stand in a prompt, and a command reads it from "params" in its inputs file';
  test.each([
    ['command(name = param("topic"), run = "true")', 13, "name"],
    ['command(name = "t", run = param("topic"))', 25, "run"],
    ['command(name = "t", run = "echo " + param("topic"))', 25, "run"],
    ['command(name = "t", run = "x", needs = param("topic"))', 36, "needs"],
    ['command(name = "t", run = "x", depends_on = [param("topic")])', 36, "depends_on"],
    ['command(name = "t", run = "x", depends_on = param("tags"))', 36, "depends_on"],
    ['command(name = "t", run = "x", emits = [param("topic")])', 36, "emits"],
    ['command(name = "t", run = "x", emits_files = [param("topic")])', 36, "emits_files"],
    ['agent(name = "t", prompt = "x", model = param("topic"))', 37, "model"],
    ['agent(name = "t", prompt = "x", session = param("topic"))', 37, "session"],
    ['agent(name = "t", prompt = "x", model = "m-" + param("topic"))', 37, "model"],
    ['prompt_file(param("topic"))', 17, "path"],
    ['param(param("topic"))', 11, "name"],
  ])("%s", (call, column, argument) => {
    const text = `${PARAMS}t = ${call}\nworkflow(type = "playbook", tasks = [t])\n`;
    const [first] = errorsOf(text, { params: VALUES });
    expect(first).toBe(`workflow.star:5:${column}: argument "${argument}" ${refusal}`);
  });

  test("numbers and truth values may bound and decide", () => {
    const text = `${PARAMS}t = command(name = "t", run = "x", required = param("flag"))
e = evaluate(name = "e", run = "x", threshold = param("x"), direction = "lower", required = not param("flag"))
a = agent(name = "a", prompt = "x", repair = param("n"))
workflow(type = "playbook", tasks = [t, e, a])
`;
    expect(planOf(text, { params: VALUES }).tasks).toMatchObject([
      { required: true },
      { threshold: 1.5, required: false },
      { repair: 3 },
    ]);
  });
});
