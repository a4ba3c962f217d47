/** What each spelling of a source becomes in the plan. */
import { describe, expect, test } from "vitest";
import { errorsOf, planOf } from "../support/compile.js";

const task = (expression: string, files = {}): unknown =>
  planOf(`workflow(type = "playbook", tasks = [${expression}])\n`, {}, files).tasks[0];

const two = (rest: string): unknown =>
  planOf(`a = command(name = "a", run = "x")
b = command(name = "b", run = "y", ${rest})
workflow(type = "playbook", tasks = [a, b])
`).tasks[1];

describe("a task", () => {
  test("PLAN-016: has defaults", () => {
    expect(task('command(name = "t", run = "x")')).toEqual({
      name: "t",
      kind: "command",
      command: "x",
      dependsOn: [],
      optional: [],
      needs: "any",
      required: true,
      isolation: null,
      join: "all",
      stage: "iteration",
      emits: [],
      emitsFiles: [],
      keyed: [],
      repair: 0,
    });
  });

  test("DSL-073, DSL-074: isolated = True is a worktree, and run is the command", () => {
    expect(task('command(name = "t", run = "./x.sh", isolated = True)')).toMatchObject({
      isolation: "worktree",
      command: "./x.sh",
    });
    expect(task('evaluate(name = "t", run = "./x.sh", isolated = False)')).toMatchObject({
      kind: "evaluate",
      isolation: null,
      command: "./x.sh",
    });
  });

  test.each(["[a]", '["a"]', "[[a]]", '[["a"]]', "(a,)", "[x for x in [a]]"])(
    "DSL-072: depends_on = %s names a task",
    (written) => {
      expect(two(`depends_on = ${written}`)).toMatchObject({ dependsOn: ["a"] });
    },
  );

  test.each([["[optional(a)]"], ['[optional("a")]']])(
    "DSL-100: depends_on = %s is optional",
    (written) => {
      expect(two(`depends_on = ${written}`)).toMatchObject({ dependsOn: ["a"], optional: ["a"] });
    },
  );

  test("DSL-075: over = task.field is a reference to an output field", () => {
    const plan = planOf(`a = command(name = "a", run = "x", emits = ["xs", "ys"])
b = command(name = "b", run = "y", depends_on = [a], over = a.xs, max_fanout = 4, keyed = [a.ys])
workflow(type = "playbook", tasks = [a, b])
`);
    expect(plan.tasks[1]).toMatchObject({
      over: { task: "a", field: "xs" },
      maxFanout: 4,
      keyed: [{ task: "a", field: "ys" }],
    });
  });

  test("DSL-076: over a field that is no list is refused at the argument", () => {
    const source = `a = command(name = "a", run = "x", emits = {"count": "integer"})
b = command(name = "b", run = "y", depends_on = [a], over = a.count, max_fanout = 4)
workflow(type = "playbook", tasks = [a, b])
`;
    expect(errorsOf(source)[0]).toMatch(/^workflow\.star:2:54: .*count/);
  });

  test("DSL-097: repair is the bound of an agent's repairs", () => {
    expect(task('agent(name = "t", prompt = "x", repair = 2)')).toMatchObject({ repair: 2 });
    expect(task('agent(name = "t", prompt = "x", repair = None)')).toMatchObject({ repair: 0 });
  });

  test.each([["a"], ['"a"'], ["[a]"], ['("a",)']])(
    "DSL-098: revise = %s names its targets",
    (written) => {
      expect(two(`depends_on = [a], revise = ${written}, max_rounds = 2`)).toMatchObject({
        revise: { targets: ["a"], maxRounds: 2 },
      });
    },
  );

  test("DSL-099: emits_files is a list of paths, or a dict from path to schema or None", () => {
    expect(task('command(name = "t", run = "x", emits_files = ["b", "./a"])')).toMatchObject({
      emitsFiles: [{ path: "b" }, { path: "a" }],
    });
    expect(
      task('command(name = "t", run = "x", emits_files = {"b": None, "a": None})'),
    ).toMatchObject({
      emitsFiles: [{ path: "a" }, { path: "b" }],
    });
  });

  test("DSL-101, EPI-028: a report is the engine's own epilogue task", () => {
    expect(
      task(
        'report(name = "t", destination = {"kind": "slack"}, template = "t.md", required = False)',
        { "t.md": "x" },
      ),
    ).toMatchObject({
      kind: "report",
      stage: "epilogue",
      destination: { kind: "slack" },
      template: "x",
      required: false,
      dependsOn: [],
    });
  });

  test.each(['"slack"', '{"kind": "email"}', '{"kind": "slack", "url": "x"}', "{}"])(
    "DSL-102: %s is no destination",
    (destination) => {
      const source = `workflow(type = "playbook", tasks = [report(name = "t", destination = ${destination})])\n`;
      expect(errorsOf(source)).toHaveLength(1);
    },
  );

  test("DSL-103: a skill is an agent task", () => {
    expect(task('skill(name = "t", skill = "s")', { "s/SKILL.md": "do it\n" })).toMatchObject({
      kind: "agent",
      prompt: "do it\n",
    });
  });

  test("a skill's frontmatter is left out only when it is one", () => {
    const prompt = (text: string): unknown =>
      task('skill(name = "t", skill = "s")', { "s/SKILL.md": text });
    expect(prompt("---\na: b\n---\n\n\nbody\n")).toMatchObject({ prompt: "body\n" });
    expect(prompt("---\nno end\n")).toMatchObject({ prompt: "---\nno end\n" });
    expect(prompt("x\n---\na\n---\n")).toMatchObject({ prompt: "x\n---\na\n---\n" });
  });

  test.each(["None", "{}", 'command(name = "u", run = "x")'])(
    "a skill's argument cannot be %s",
    (value) => {
      const source = `workflow(type = "playbook", tasks = [skill(name = "t", skill = "s", args = {"k": ${value}})])\n`;
      expect(errorsOf(source, {}, { "s/SKILL.md": "x" })).toEqual([
        'workflow.star:1:69: task "t" argument "k" is not something a prompt can render',
      ]);
    },
  );

  test("a duration has one spelling", () => {
    const timeout = (written: string): unknown =>
      task(`command(name = "t", run = "x", timeout = "${written}")`);
    expect(timeout("1.5h")).toMatchObject({ timeoutMs: 5_400_000 });
    expect(timeout("90 min")).toMatchObject({ timeoutMs: 5_400_000 });
    expect(timeout("5400")).toMatchObject({ timeoutMs: 5_400_000 });
  });
});

describe("parameters", () => {
  test("DSL-015, DSL-054: the plan holds every bound value and no reference", () => {
    const source = `params = {"a": {"type": "string"}, "n": {"type": "int", "default": 2}, "x": {"type": "number"}, "l": {"type": "list"}, "none": {"type": "bool"}}
t = agent(name = "t", prompt = "x" + param("a"), repair = param("n"))
workflow(type = "playbook", tasks = [t])
`;
    const plan = planOf(source, { params: { a: "v", x: "0.5", l: ["p", "q"] } });
    expect(plan.params).toEqual([
      { name: "a", value: "v", supplied: true },
      { name: "n", value: 2, supplied: false },
      { name: "x", value: 0.5, supplied: true },
      { name: "l", value: ["p", "q"], supplied: true },
      { name: "none", value: null, supplied: false },
    ]);
    expect(JSON.stringify(plan.tasks)).not.toContain("param(");
  });

  test("the params block is an ordinary variable besides", () => {
    const source = `params = {"a": {"type": "string", "default": "x"}}
workflow(type = "playbook", tasks = [command(name = k, run = "x") for k in params])
`;
    expect(planOf(source).tasks.map(({ name }) => name)).toEqual(["a"]);
  });
});

test("PLAN-058: a workflow declares no ceiling", () => {
  const source =
    'workflow(type = "playbook", tasks = [command(name = "t", run = "x")], max_cost = 5)\n';
  expect(errorsOf(source)).toEqual(['workflow.star:1:71: workflow() has no argument "max_cost"']);
});

test("a plan is frozen to its last field", () => {
  const plan = planOf(
    'workflow(type = "playbook", tasks = [command(name = "t", run = "x", emits = {"a": ["b"]})])\n',
  );
  const open: string[] = [];
  const visit = (path: string, value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Object.isFrozen(value)) open.push(path);
    for (const [key, child] of Object.entries(value)) visit(`${path}/${key}`, child);
  };
  visit("", plan.tasks);
  expect(Object.isFrozen(plan)).toBe(true);
  expect(open).toEqual([]);
});
