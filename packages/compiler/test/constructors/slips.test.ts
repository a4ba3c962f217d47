/** Slips of an author's pen, each as one source line and the exact message with its place. */
import { describe, expect, test } from "vitest";
import { tryCompile } from "../../src/index.js";
import { errorsOf, packOf } from "../support/compile.js";

/** The first error of a playbook whose first line is `statement` and whose tasks are `tasks`. */
function errorOf(statement: string, tasks = "t"): string | undefined {
  return errorsOf(`${statement}\nworkflow(type = "playbook", tasks = [${tasks}])\n`)[0]?.replace(
    "workflow.star:",
    "",
  );
}

describe("DSL-069: names that do not exist", () => {
  test.each([
    [
      't = agnt(name = "t", prompt = "x")',
      '1:5: unknown workflow DSL function "agnt"; did you mean "agent"?',
    ],
    ['t = command(name = "t", run = cmd)', '1:31: unknown workflow variable "cmd"'],
    [
      'build = "x"; t = command(name = "t", run = biuld)',
      '1:44: unknown workflow variable "biuld"; did you mean "build"?',
    ],
    [
      't = command(name = "t", rum = "x")',
      '1:25: command() has no argument "rum"; did you mean "run"?',
    ],
    [
      't = agent(name = "t", prompt = "x", depend_on = [])',
      '1:37: agent() has no argument "depend_on"; did you mean "depends_on"?',
    ],
    ['t = command(name = "t", run = "x", model = "m")', '1:36: command() has no argument "model"'],
    ['t = agent(name = "t", prompt = "x", run = "y")', '1:37: agent() has no argument "run"'],
    ['t = agent(name = "t")', '1:5: agent() is missing the required argument "prompt"'],
    ['t = command(run = "x")', '1:5: command() is missing the required argument "name"'],
    ['t = command("t", "x")', "1:13: command() takes named arguments only"],
    [
      't = agent(name = "t", prompt = prompt_file(path = "x"))',
      '1:44: prompt_file() has no argument "path"; it is given by position only',
    ],
    [
      't = agent(name = "t", prompt = prompt_file("a", "b"))',
      "1:49: prompt_file() takes at most 1 positional argument, got 2",
    ],
    ['t = command(name = "t", run = param("x"))', '1:37: param("x") names no declared parameter'],
  ])("%s", (statement, message) => {
    expect(errorOf(statement)).toBe(message);
  });

  test("a parameter's name is suggested", () => {
    const source =
      'params = {"topic": {"type": "string"}}\nt = agent(name = "t", prompt = param("topci"))\nworkflow(type = "playbook", tasks = [t])\n';
    expect(errorsOf(source)).toEqual([
      'workflow.star:2:38: param("topci") names no declared parameter; did you mean "topic"?',
    ]);
  });

  test("all unknown names of a source are reported at once", () => {
    expect(errorsOf("a = one()\nb = two()\n")).toHaveLength(2);
  });
});

describe("DSL-070: an argument of the wrong type is pointed at", () => {
  const command = (rest: string): string => `t = command(name = "t", run = "x", ${rest})`;
  test.each([
    ['t = command(name = 1, run = "x")', '1:13: argument "name" must be a string, got int'],
    ['t = command(name = "t", run = ["x"])', '1:25: argument "run" must be a string, got list'],
    ['t = agent(name = "t", prompt = None)', '1:23: argument "prompt" must be a string, got None'],
    [
      't = agent(name = "t", prompt = "x", model = 1)',
      '1:37: argument "model" must be a string or None, got int',
    ],
    [
      't = agent(name = "t", prompt = "x", session = 1)',
      `1:37: argument "session" must be a session or a session's name, got int`,
    ],
    [
      't = agent(name = "t", prompt = "x", repair = "2")',
      '1:37: argument "repair" must be an integer, got string',
    ],
    [
      't = agent(name = "t", prompt = "x", repair = 1.0)',
      '1:37: argument "repair" must be an integer, got float',
    ],
    [
      't = agent(name = "t", prompt = "x", repair = True)',
      '1:37: argument "repair" must be an integer, got bool',
    ],
    [
      command('workspace = "readonly"'),
      '1:36: command() has no argument "workspace"; isolated = True gives the task a private clone',
    ],
    [command("required = 1"), '1:36: argument "required" must be True or False, got int'],
    [command("required = None"), '1:36: argument "required" must be True or False, got None'],
    [
      command("depends_on = None"),
      '1:36: argument "depends_on" must be a list of tasks or task names, got None',
    ],
    [
      command('depends_on = "a"'),
      '1:36: argument "depends_on" must be a list of tasks or task names, got string',
    ],
    [
      command("depends_on = [1]"),
      `1:36: argument "depends_on" must be a task or a task's name, got int`,
    ],
    [command("needs = None"), '1:36: argument "needs" must be a string, got None'],
    [
      command('join = "any"'),
      '1:36: join must be "all", "passed" or "settled", got "any"; did you mean "all"?',
    ],
    [
      command('join = "setled"'),
      '1:36: join must be "all", "passed" or "settled", got "setled"; did you mean "settled"?',
    ],
    [command('stage = "after"'), '1:36: stage must be "iteration" or "epilogue", got "after"'],
    [
      command("emits = 1"),
      '1:36: argument "emits" must be a list of field names or a dict of field types, got int',
    ],
    [command("emits = [1]"), '1:36: argument "emits" must be a list of strings, got int'],
    [
      command('emits = {"x": "strng"}'),
      '1:36: output field "x" has unknown type "strng"; use "string", "integer", "number", "boolean", "list", "object", "link", "links", a list of labels or schema_file(…); did you mean "string"?',
    ],
    [
      command('emits = {"x": 1}'),
      '1:36: argument "emits" must be a type name, a list of labels or schema_file(…) for each field, got int',
    ],
    [
      command("emits_files = None"),
      '1:36: argument "emits_files" must be a list of paths or a dict from path to schema, got None',
    ],
    [
      command('emits_files = {"x": "y"}'),
      '1:36: argument "emits_files" must be a dict from path to schema_file(…) or None, got string',
    ],
    [
      command('over = "a.b"'),
      '1:36: argument "over" must be an output field, written task.field, got string',
    ],
    [
      command("max_fanout = 9007199254740993"),
      '1:36: argument "max_fanout" must be a safe integer',
    ],
    [
      command('timeout = "soon"'),
      '1:36: timeout "soon" is not a duration (try `90s`, `10m`, `2h`)',
    ],
    [command('timeout = "0s"'), '1:36: timeout must be positive, got "0s"'],
    [command("timeout = 60"), '1:36: argument "timeout" must be a string or None, got int'],
    [
      command("revise = [1], max_rounds = 2"),
      `1:36: argument "revise" must be a task or a task's name, got int`,
    ],
    [command('revise = "a"'), "1:36: revise needs max_rounds, from 2 to 5"],
    [command("max_rounds = 2"), "1:36: max_rounds needs revise, the tasks to send back"],
    [
      command("repair = 1"),
      "1:36: repair applies to agent and skill tasks; a command task is deterministic, and its output would be the same again",
    ],
    [
      command('when = "gate.x"'),
      `1:36: argument "when" must be a route's question, written route.question, got string`,
    ],
    [command('answers = "x"'), "1:36: answers needs when, a route's question"],
    [command("otherwise = True"), "1:36: otherwise needs when, a route's question"],
    [
      't = evaluate(name = "t", run = "x", threshold = "1", direction = "lower")',
      '1:37: argument "threshold" must be a number or None, got string',
    ],
    [
      't = evaluate(name = "t", run = "x", threshold = float("inf"), direction = "lower")',
      '1:37: argument "threshold" must be a finite number',
    ],
    [
      't = evaluate(name = "t", run = "x", threshold = 1, direction = "up")',
      '1:52: direction must be "lower" or "higher", got "up"',
    ],
    [
      't = skill(name = "t", skill = "s", args = [])',
      '1:23: skill "s/SKILL.md": the pack has no such file',
    ],
    [
      't = report(name = "t", destination = "slack")',
      '1:24: argument "destination" must be a dict such as {"kind": "slack"}, got string',
    ],
    [
      't = report(name = "t", destination = {"kind": "https://x"})',
      '1:24: destination must be {"kind": "slack"}; the engine knows no other destination',
    ],
    [
      't = report(name = "t", destination = {"kind": "slack", "url": "x"})',
      '1:24: destination must be {"kind": "slack"}; the engine knows no other destination',
    ],
  ])("%s", (statement, message) => {
    expect(errorOf(statement)).toBe(message);
  });
});

describe("what the plan's own rules refuse is found in the source", () => {
  const two = (rest: string): string =>
    `a = command(name = "a", run = "x"); t = command(name = "t", run = "y", ${rest})`;
  test.each([
    [
      't = command(name = "a b", run = "x")',
      "t",
      '1:13: task name "a b" must be 1-100 letters, digits, ".", "_" or "-" and begin with a letter or digit',
    ],
    ['t = command(name = "t", run = " ")', "t", '1:25: task "t": command is empty'],
    [
      't = command(name = "t", run = "a\\x00b")',
      "t",
      '1:25: task "t": command holds a NUL character, which no process can receive',
    ],
    [two('depends_on = ["b"]'), "a, t", '1:86: task "t" depends on unknown task "b"'],
    [two("depends_on = [a, a]"), "a, t", '1:89: task "t" lists dependency "a" twice'],
    [two('depends_on = [a, ["t"]]'), "a, t", '1:89: task "t" depends on itself'],
    [
      two('join = "passed"'),
      "a, t",
      '1:72: task "t": join = "passed" needs at least one dependency',
    ],
    [
      two("depends_on = [a], max_fanout = 3"),
      "a, t",
      '1:90: task "t": max_fanout needs over, the list to map',
    ],
    [
      two("depends_on = [a], revise = a, max_rounds = 6"),
      "a, t",
      '1:102: task "t": max_rounds = 6 is outside 2..=5',
    ],
    [
      two('emits_files = {"b": None, "../x": None}'),
      "a, t",
      '1:98: task "t": declared file "../x" may not contain `..`; it must stay in the workspace',
    ],
    [
      two('emits = {"ok": "string", "a-b": "string"}'),
      "a, t",
      '1:97: task "t" declares invalid output field "a-b"; use 1-64 ASCII letters, digits, or `_`',
    ],
    [
      two('emits = ["ok", "reason"]'),
      "a, t",
      '1:87: task "t" declares output field "reason", which is reserved: "complete", "reason" end a run early',
    ],
    [
      two('depends_on = [optional("a")], join = "passed"'),
      "a, t",
      '1:72: task "t": optional dependencies need join = "all"; join = "passed" already waits for any outcome',
    ],
    [
      'b = command(name = "b", run = "x", required = False); t = command(name = "t", run = "y", depends_on = [b])',
      "b, t",
      '1:104: required task "t" needs advisory task "b" to pass; make it required, or use join = "passed" or "settled"',
    ],
  ])("%s", (statement, tasks, message) => {
    expect(errorOf(statement, tasks)).toBe(message);
  });
});

describe("what grade and decide depend on is found where it is named", () => {
  test.each([
    ['grade(name = "t", score = "gone", evidence = ["a"])', 'score = "gone"'],
    ['grade(name = "t", score = "a", evidence = ["a", "gone"])', '"gone"'],
    ['grade(name = "t", score = "a", evidence = ["a"], tiebreak = "gone")', 'tiebreak = "gone"'],
    ['decide(name = "t", measurement = "gone")', 'measurement = "gone"'],
    ['decide(name = "t", measurement = "a", depends_on = ["a", "gone"])', '"gone"'],
  ])("%s", (call, place) => {
    const source = `a = command(name = "a", run = "x", emits = ["score"])
t = ${call}
workflow(type = "custom", tasks = [a, t])
`;
    const column = `t = ${call}`.indexOf(place) + 1;
    expect(errorsOf(source)).toContain(
      `workflow.star:2:${column}: task "t" depends on unknown task "gone"`,
    );
  });
});

describe("the graph is whole", () => {
  const task = (name: string): string => `${name} = command(name = "${name}", run = "x")\n`;

  test("DSL-071: a task that was made and left out is named with its place", () => {
    expect(errorsOf(`${task("a")}${task("b")}workflow(type = "playbook", tasks = [a])\n`)).toEqual([
      'workflow.star:3:29: workflow() leaves out a constructed task: "b" (workflow.star:2:5); list every task',
    ]);
  });

  test("many dropped tasks are shown in part", () => {
    const source = `xs = [command(name = "t%d" % i, run = "x") for i in range(20)]\nworkflow(type = "playbook", tasks = xs[:1])\n`;
    expect(errorsOf(source)[0]).toMatch(
      /leaves out constructed tasks: "t1" .*"t8" \(workflow\.star:1:7\) and 11 more; list every task$/,
    );
  });

  test.each([
    ["", "workflow.star:1:1: a workflow source must end with workflow(…)"],
    [task("a"), "workflow.star:1:1: a workflow source must end with workflow(…)"],
    [
      `${task("a")}workflow(type = "playbook", tasks = [a])\nx = 1\n`,
      "workflow.star:3:1: a workflow source must end with workflow(…)",
    ],
    [`${task("a")}w = workflow(type = "playbook", tasks = [a])\nw\n`, undefined],
    [
      `${task("a")}workflow(type = "playbook")\n`,
      'workflow.star:2:1: workflow() is missing the required argument "tasks"',
    ],
    [
      `${task("a")}workflow(type = "playbook", tasks = ["a"])\n`,
      'workflow.star:2:29: argument "tasks" must be a list of task values, not of names, got string',
    ],
    [
      `${task("a")}workflow(type = "playbook", tasks = a)\n`,
      'workflow.star:2:29: argument "tasks" must be a list of tasks, got task',
    ],
    [
      `${task("a")}workflow(type = "playbook", tasks = [a, a])\n`,
      'workflow.star:2:29: workflow() lists task "a" twice',
    ],
    ['workflow(type = "playbook", tasks = [])\n', "workflow.star:1:29: plan declares no tasks"],
    [
      `${task("a")}workflow([a], type = "custom")\n`,
      "workflow.star:2:15: workflow([…]) by position takes no type; write workflow(type = …, tasks = […])",
    ],
    [
      `${task("a")}workflow(["a"])\n`,
      'workflow.star:2:10: argument "tasks by position" must be a list of task values, not of names, got string',
    ],
    [
      `${task("a")}w = workflow(type = "playbook", tasks = [a])\nworkflow(type = "playbook", tasks = [a])\n`,
      "workflow.star:3:1: a source calls workflow() once",
    ],
    [
      `${task("a")}workflow(type = "playbook", tasks = [a], result = "b")\n`,
      'workflow.star:2:42: workflow result "b" is not a task of the plan',
    ],
  ])("DSL-104: %j", (source, message) => {
    expect(errorsOf(source)[0]).toBe(message);
  });

  test("names are told apart by their exact spelling, and each is used once", () => {
    const named = (first: string, second: string): string[] =>
      errorsOf(
        `a = command(name = "${first}", run = "x")\nb = command(name = "${second}", run = "x")\nworkflow(type = "playbook", tasks = [a, b])\n`,
      );
    expect(named("a", "a")).toEqual(['workflow.star:2:13: duplicate task name "a"']);
    expect(
      errorsOf(
        'a = command(name = "a", run = "x")\nb = command(name = "a", run = "x", depends_on = [a])\nworkflow(type = "playbook", tasks = [a, b])\n',
      ),
    ).toEqual(['workflow.star:2:13: duplicate task name "a"']);
    expect(named("Report", "report")).toEqual([]);
    expect(named("caf\u00e9", "cafe\u0301")).toHaveLength(2);
  });
});

describe("lanes", () => {
  const source = (type: string, statement: string): string =>
    `t = command(name = "t", run = "x")\n${statement}\nworkflow(${type}, tasks = [t])\n`;

  test.each([
    ['type = "playbook"', 'p = propose(name = "p")', 'unknown workflow DSL function "propose"'],
    ['type = "playbook"', 'p = top_k(name = "p")', 'unknown workflow DSL function "top_k"'],
    ['type = "autoresearch"', 'r = route(name = "r")', 'unknown workflow DSL function "route"'],
    ['type = "playbook"', 'p = propos(name = "p")', 'unknown workflow DSL function "propos"'],
  ])(
    "DSL-064: with %s, in %s, the name does not exist and is never suggested",
    (type, statement, message) => {
      expect(errorsOf(source(type, statement))).toEqual([`workflow.star:2:5: ${message}`]);
    },
  );

  test.each([
    [
      "",
      "route",
      [
        'route exists where the type of workflow(…) is "custom" or "playbook"; here it is "autoresearch"',
      ],
    ],
    [
      'type = "playbook"',
      "propose",
      [
        'propose exists where the type of workflow(…) is "autoresearch" or "custom"; here it is "playbook"',
      ],
    ],
    ['type = "playbook"', "propos", []],
  ])("DSL-064: with %j, a note says which lanes have %s", (type, name, notes) => {
    const workflow = `workflow(${[type, "tasks = [t]"].filter((text) => text !== "").join(", ")})`;
    const text = `t = command(name = "t", run = "x")\np = ${name}(name = "p")\n${workflow}\n`;
    const result = tryCompile(packOf(text));
    const [first] = result.ok ? [] : result.diagnostics;
    expect(first?.notes.map(({ message }) => message)).toEqual(notes);
  });

  test.each([
    [
      'type = "playbok"',
      '3:17: workflow type must be "autoresearch", "custom" or "playbook", got "playbok"; did you mean "playbook"?',
    ],
    [
      'type = "play" + "book"',
      "3:10: workflow type must be written as a literal string, because it decides which functions exist",
    ],
  ])("DSL-065: %s", (type, message) => {
    expect(errorsOf(source(type, "x = 1"))[0]).toBe(`workflow.star:${message}`);
  });

  test("DSL-066, DSL-067, DSL-068: the functions of each lane", () => {
    const everywhere = [
      "agent",
      "command",
      "evaluate",
      "skill",
      "report",
      "session",
      "prompt_file",
      "schema_file",
      "param",
      "optional",
      "workflow",
    ];
    const routing = ["route", "noul", "choice", "score", "pick"];
    const scored = [
      "propose",
      "apply",
      "measure",
      "grade",
      "decide",
      "top_k",
      "default_autoresearch",
    ];
    const unknown = (type: string): string[] => {
      const names = [...everywhere, ...routing, ...scored];
      const text = `${names.map((name) => `x_${name} = ${name}`).join("\n")}\nworkflow(type = "${type}", tasks = [])\n`;
      return errorsOf(text).flatMap(
        (line) => /unknown workflow variable "(\w+)"/.exec(line)?.[1] ?? [],
      );
    };
    expect(unknown("playbook")).toEqual(scored);
    expect(unknown("autoresearch")).toEqual(routing);
    expect(unknown("custom")).toEqual([]);
  });

  test("DSL-061: nothing reaches a file, a process, the network, a clock or chance", () => {
    for (const name of [
      "open",
      "print",
      "time",
      "random",
      "env",
      "getenv",
      "exec",
      "eval",
      "import_module",
      "json",
      "struct",
      "globals",
      "__import__",
    ]) {
      expect(errorsOf(`x = ${name}\n`)).toEqual([
        `workflow.star:1:5: unknown workflow variable "${name}"`,
      ]);
    }
  });
});
