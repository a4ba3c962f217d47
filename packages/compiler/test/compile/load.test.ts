import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const ROOT = (load: string, run = "x"): string =>
  `${load}\nworkflow(type = "playbook", tasks = [command(name = "t", run = ${run})])\n`;

describe("load", () => {
  test("gives functions and values of another source, which may use the constructors", () => {
    const source = `load("lib/steps.star", "step", greet = "hello")
workflow(type = "playbook", tasks = [step(name = "t", text = greet)])
`;
    const files = {
      "lib/steps.star":
        'hello = "hi"\ndef step(name, text):\n  return command(name = name, run = "echo " + text)\n',
    };
    expect(planOf(source, {}, files).tasks).toMatchObject([{ name: "t", command: "echo hi" }]);
  });

  test("two spellings of one file are evaluated once", () => {
    const source = `load("a.star", "a")
load("./a.star", b = "a")
workflow(type = "playbook", tasks = [a, command(name = "t", run = "x", depends_on = [b])])
`;
    const files = { "a.star": 'a = command(name = "a", run = "x")\n' };
    expect(planOf(source, {}, files).tasks).toHaveLength(2);
  });

  test("DSL-071: a task that a library makes and the workflow leaves out is named", () => {
    const files = { "a.star": 'x = 1\na = command(name = "a", run = "x")\n' };
    expect(errorsOf(ROOT('load("a.star", "x")', '"x"'), {}, files)).toEqual([
      'workflow.star:2:29: workflow() leaves out a constructed task: "a" (a.star:2:5); list every task',
    ]);
  });

  test.each([
    ['load("/etc/passwd", "x")', '1:6: load("/etc/passwd") must be a non-empty pack-relative path'],
    ['load("../a.star", "x")', '1:6: load("../a.star") may not contain `..` or escape the pack'],
    [
      'load("lib/../a.star", "x")',
      '1:6: load("lib/../a.star") may not contain `..` or escape the pack',
    ],
    ['load("", "x")', '1:6: load("") must be a non-empty pack-relative path'],
    [
      'load("b.star", "x")',
      '1:6: load("b.star"): the pack has no such file; did you mean "a.star"?',
    ],
    ['load("a.star", "y")', '1:16: name y not found in module "a.star"'],
    ['load("bytes.star", "x")', '1:6: load("bytes.star") is not UTF-8 text'],
    ['load("workflow.star", "x")', '1:6: load("workflow.star") forms a cycle'],
  ])("DSL-056: %s", (load, message) => {
    const files = { "a.star": "z = 1\n", "bytes.star": Uint8Array.of(0x78, 0xff) };
    const [first] = errorsOf(ROOT(load, '"x"'), {}, files);
    expect(first?.replace(/; did you mean "z"\?$/, "")).toBe(`workflow.star:${message}`);
  });

  test("DSL-059: a cycle is shown in the file that closes it", () => {
    const files = {
      "a.star": 'load("b.star", "b")\na = b\n',
      "b.star": 'load("a.star", "a")\nb = a\n',
    };
    expect(errorsOf(ROOT('load("a.star", "a")', "a"), {}, files)).toEqual([
      'b.star:1:6: load("a.star") forms a cycle',
    ]);
  });

  test("a name that a library loaded is not its own, and a private one is nobody's", () => {
    const files = { "a.star": 'load("b.star", "b")\n_c = 1\n', "b.star": 'b = "x"\n' };
    expect(errorsOf(ROOT('load("a.star", "b")', "b"), {}, files)[0]).toMatch(
      /^workflow\.star:1:16: /,
    );
    expect(errorsOf(ROOT('load("a.star", "_c")', '"x"'), {}, files)[0]).toMatch(
      /^workflow\.star:1:16: /,
    );
  });

  test("a mistake in a library is shown there", () => {
    expect(errorsOf(ROOT('load("a.star", "a")', "a"), {}, { "a.star": "a = = 1\n" })[0]).toMatch(
      /^a\.star:1:5: /,
    );
    expect(errorsOf(ROOT('load("a.star", "a")', "a"), {}, { "a.star": "a = nothing\n" })).toEqual([
      'a.star:1:5: unknown workflow variable "nothing"',
    ]);
  });

  test("DSL-005: a library declares no parameters", () => {
    const files = { "a.star": 'params = {"x": {"type": "string"}}\na = "x"\n' };
    expect(errorsOf(ROOT('load("a.star", "a")', "a"), {}, files)).toEqual([
      "a.star:1:1: a loaded library may not declare params; only the workflow source does",
    ]);
  });

  test("DSL-058: modules are counted, and their bytes, before they are read", () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [
        `m${index}.star`,
        index === 4 ? "x = = 1\n" : `x${index} = ${index}\n`,
      ]),
    );
    const loads = Array.from(
      { length: 5 },
      (_, index) => `load("m${index}.star", "x${index}")`,
    ).join("\n");
    expect(errorsOf(ROOT(loads, '"x"'), { limits: { modules: 4 } }, files)).toEqual([
      "workflow.star:5:6: the workflow loads too many modules; maximum is 4 (bound `modules`)",
    ]);
    const root = ROOT(loads, '"x"');
    const modulesBytes = root.length + 10;
    const [first] = errorsOf(root, { limits: { modulesBytes } }, files);
    expect(first).toBe(
      `workflow.star:2:6: the workflow and its modules are ${root.length + 14} bytes of source; maximum is ${modulesBytes} (bound \`modulesBytes\`)`,
    );
  });

  test("a root source and its libraries share one budget", () => {
    const loop = "x = 0\nfor i in range(600):\n  x += 1\n";
    const limits = { ticks: 1_000 };
    expect(errorsOf(ROOT('load("a.star", "x")', '"x"'), { limits }, { "a.star": loop })).toEqual(
      [],
    );
    const both = `load("a.star", "x")\nfor i in range(600):\n  pass\n${ROOT("")}`;
    expect(errorsOf(both, { limits }, { "a.star": loop })[0]).toMatch(
      /^workflow\.star:2:\d+: .*ticks/,
    );
  });
});
