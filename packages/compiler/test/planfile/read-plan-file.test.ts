/** Plan files as people write them: what is read, what is refused, and where the finding points. */
import { renderDiagnostic } from "@crucible/core";
import { describe, expect, test } from "vitest";
import { type PlanFileFormat, readPlanFile } from "../../src/planfile/read-plan-file.js";

function problems(text: string, format: PlanFileFormat = "toml"): readonly string[] {
  const reading = readPlanFile(text, { file: `plan.${format}` });
  return reading.ok ? [] : reading.diagnostics.map((diagnostic) => renderDiagnostic(diagnostic));
}

const head = "version = 1\n[budget]\nusd = 1.0\n";
/** One command task and these lines, from line 7 on. */
const task = (...lines: readonly string[]): string =>
  `${head}[[task]]\nname = "a"\nkind = "command"\n${lines.join("\n")}\n`;
const command = (...lines: readonly string[]): string => task('command = "true"', ...lines);

describe("what is read", () => {
  test("a small plan in TOML, with everything else at its default", () => {
    const reading = readPlanFile(command(), { file: "plan.toml" });
    expect(reading.ok && reading.plan).toMatchObject({
      version: 1,
      lane: "plan_file",
      reason: "",
      budgetUsd: 1,
      tasks: [
        {
          kind: "command",
          name: "a",
          needs: "any",
          required: true,
          isolation: null,
          join: "all",
          stage: "iteration",
          repair: 0,
        },
      ],
    });
  });

  test("PLAN-005: neither the format nor white space nor the order of keys changes the digest", () => {
    const toml = `
      version = 1
      budget.usd = 5 # whole
      task = [{ command = '''true''', kind = "command", "name" = "a", timeout = "60s",
                emits_files = [{ path = "x", schema = '{"type" : "object", "title":"t"}' }] }]
      [params]
      b = 2
      a = 5.0
    `;
    const json = `{ "params": {"a": 5, "b": 2.0},
      "task": [{"name": "a", "kind": "command", "isolation": null, "command": "true", "timeout": "1m",
        "emits_files": [{"schema": "{\\"title\\":\\"t\\",\\"type\\":\\"object\\"}", "path": "x"}]}],
      "reason": null, "budget": {"usd": 5.0}, "version": 1 }`;
    const [first, second] = [
      readPlanFile(toml, { file: "a.toml" }),
      readPlanFile(json, { file: "b.json" }),
    ];
    expect(first.ok && second.ok && first.plan).toEqual(second.ok && second.plan);
    expect(first.ok && first.plan.digest).toMatch(/^sha256:/);
  });

  test("PLAN-002: a reason is carried and changes nothing", () => {
    const plain = readPlanFile(command(), { file: "plan.toml" });
    const reasoned = readPlanFile(`reason = "again"\n${command()}`, { file: "plan.toml" });
    expect(reasoned.ok && reasoned.plan.reason).toBe("again");
    expect(reasoned.ok && plain.ok && reasoned.plan.digest).toBe(plain.ok && plain.plan.digest);
  });

  test("PLAN-025: integer bounds, a whole threshold, both forms of emits", () => {
    const text = `${head}
      [[task]]
      name = "e"
      kind = "evaluate"
      command = "x"
      threshold = 10
      direction = "lower"
      emits = { score = "number", tier = ["high", "low"], s = { schema = "true" } }
      [[task]]
      name = "f"
      kind = "command"
      command = "x"
      emits = ["a", "b"]`;
    const reading = readPlanFile(text, { file: "plan.toml" });
    expect(reading.ok && reading.plan.tasks).toMatchObject([
      {
        threshold: 10,
        emits: [
          { name: "s", type: { kind: "schema", schema: "true" } },
          { name: "score", type: { kind: "token", token: "number" } },
          { name: "tier", type: { kind: "labels", labels: ["high", "low"] } },
        ],
      },
      { emits: [{ name: "a" }, { name: "b" }] },
    ]);
  });

  test("PLAN-067: an unknown format of a schema is a warning and part of the plan", () => {
    const text = command(`emits = { at = { schema = '{"format":"datetime"}' } }`);
    const reading = readPlanFile(text, { file: "plan.toml" });
    expect(reading.ok && reading.warnings.map((one) => renderDiagnostic(one))).toEqual([
      'plan.toml:8:27: warning: task "a": output field "at": format "datetime" is unknown and checks nothing; did you mean "date-time"?',
    ]);
  });

  test("the file's ending chooses the format, a given format wins", () => {
    expect(readPlanFile("{", { file: "PLAN.json" })).toMatchObject({
      diagnostics: [{ code: "json-syntax" }],
    });
    expect(readPlanFile("{", { file: "plan.toml" })).toMatchObject({
      diagnostics: [{ code: "toml-syntax" }],
    });
    expect(readPlanFile(command(), { file: "-", format: "toml" }).ok).toBe(true);
  });
});

describe("what is refused", () => {
  test.each<[string, string, string]>([
    [
      "PLAN-001: another version",
      "version = 2\n[budget]\nusd = 1\n",
      "plan.toml:1:11: unsupported plan version 2; this build supports only version 1",
    ],
    [
      "PLAN-001: a version in quotes",
      'version = "1"\nbudget.usd = 1',
      "plan.toml:1:11: version must be an integer, got a string",
    ],
    ["PLAN-001: no version", "budget.usd = 1", "plan.toml:1:1: a plan needs version = 1"],
    [
      "PLAN-003: no budget",
      "version = 1",
      "plan.toml:1:1: a plan file needs [budget] usd, the most it may spend",
    ],
    ["PLAN-003: an empty budget", "version = 1\n[budget]", "plan.toml:2:1: budget needs usd"],
    [
      "PLAN-004: a budget in quotes",
      'version = 1\nbudget.usd = "5"',
      "plan.toml:2:14: budget.usd must be a number, got a string",
    ],
    [
      "PLAN-004: a budget of nothing",
      command().replace("1.0", "0"),
      "plan.toml:3:1: plan budget.usd must be a positive number, got 0",
    ],
    [
      "PLAN-004: a negative budget",
      command().replace("1.0", "-1"),
      "plan.toml:3:1: plan budget.usd must be a positive number, got -1",
    ],
    [
      "PLAN-004: a budget that is no number",
      command().replace("1.0", "nan"),
      "plan.toml:3:1: plan budget.usd must be a positive number, got NaN",
    ],
    ["no tasks", head, "plan.toml:1:1: plan declares no tasks"],
    [
      "PLAN-071: an unknown key at the top",
      `tasks = []\n${command()}`,
      'plan.toml:1:1: unknown key "tasks" at the top level; did you mean "task"?',
    ],
    [
      "PLAN-071: an unknown key of a task",
      command("depend_on = []"),
      'plan.toml:8:1: unknown key "depend_on" in task "a"; did you mean "depends_on"?',
    ],
    [
      "PLAN-071: an unknown key of a field that a task maps over",
      command('over = { task = "b", field = "items", fields = "x" }'),
      'plan.toml:8:39: unknown key "fields" in task "a".over; did you mean "field"?',
    ],
    [
      "PLAN-071: an unknown key of a loop",
      command('revise = { task = "b", maxrounds = 2, max_rounds = 2 }'),
      'plan.toml:8:24: unknown key "maxrounds" in task "a".revise; did you mean "max_rounds"?',
    ],
    [
      "PLAN-007: an unknown kind",
      command().replace('"command"', '"comand"'),
      'plan.toml:6:8: task "a".kind must be one of "agent", "command", "evaluate", "report", "top_k", "route", "engine", got "comand"; did you mean "command"?',
    ],
    [
      "PLAN-008: no prompt",
      `${head}[[task]]\nname = "a"\nkind = "agent"`,
      'plan.toml:4:1: task "a" needs prompt',
    ],
    ["PLAN-009: no command", task(), 'plan.toml:4:1: task "a" needs command'],
    [
      "PLAN-010: a model on a command",
      command('model = "m"'),
      'plan.toml:8:1: task "a": model applies to agent tasks, and this is a command task',
    ],
    [
      "PLAN-013: a direction that is none",
      `${command()}[[task]]\nname = "t"\nkind = "top_k"\nk = 1\ndirection = "up"\ndepends_on = ["a"]`,
      'plan.toml:12:13: task "t".direction must be one of "lower", "higher", got "up"',
    ],
    [
      "PLAN-012: a k that is no integer",
      `${command()}[[task]]\nname = "t"\nkind = "top_k"\nk = 1.5\ndirection = "lower"\ndepends_on = ["a"]`,
      'plan.toml:11:5: task "t".k must be an integer, got a number',
    ],
    [
      "PLAN-017: an isolation that is none",
      command('isolation = "vm"'),
      'plan.toml:8:13: task "a".isolation must be one of "worktree", got "vm"',
    ],
    [
      "PLAN-018: a join that is none",
      command('join = "any"'),
      'plan.toml:8:8: task "a".join must be one of "all", "passed", "settled", got "any"; did you mean "all"?',
    ],
    [
      "PLAN-019: a timeout that is none",
      command('timeout = "soon"'),
      'plan.toml:8:11: task "a": timeout "soon" is not a duration (try `90s`, `10m`, `2h`)',
    ],
    [
      "PLAN-019: a timeout of nothing",
      command('timeout = "0m"'),
      'plan.toml:8:11: task "a": timeout must be positive, got "0m"',
    ],
    [
      "PLAN-021: an unknown dependency",
      command('depends_on = ["a1"]'),
      'plan.toml:8:15: task "a" depends on unknown task "a1"',
    ],
    [
      "PLAN-025: an unknown type",
      command('emits = { n = "int" }'),
      'plan.toml:8:15: task "a": output field "n" has unknown type "int"; did you mean "integer"? (a type is string, integer, number, boolean, list, object, link, links, a list of labels or a schema)',
    ],
    [
      "PLAN-025: a type of another kind",
      command("emits = { n = 5 }"),
      'plan.toml:8:15: task "a": output field "n" must be a type, a list of labels or a schema, got an integer',
    ],
    [
      "PLAN-026: a label that is no identifier",
      command('emits = { n = ["a b"] }'),
      'plan.toml:8:11: task "a": output field "n": label "a b" is not an identifier; use 1-64 ASCII letters, digits, or `_`',
    ],
    [
      "PLAN-027: no labels",
      command("emits = { n = [] }"),
      'plan.toml:8:11: task "a": output field "n" is a list of labels without a label',
    ],
    [
      "PLAN-030: a reserved field",
      command('emits = ["x", "reason"]'),
      'plan.toml:8:15: task "a" declares output field "reason", which is reserved: "complete", "reason" end a run early',
    ],
    [
      "PLAN-037: a threshold in quotes",
      command().replace('"command"', '"evaluate"').concat('threshold = "x"\ndirection = "lower"'),
      'plan.toml:8:13: task "a".threshold must be a number, got a string',
    ],
    [
      "PLAN-059: a stage that is none",
      command('stage = "after"'),
      'plan.toml:8:9: task "a".stage must be one of "iteration", "epilogue", got "after"',
    ],
    [
      "PLAN-081: a schema that is no JSON",
      command("emits = { n = { schema = '{' } }"),
      'plan.toml:8:26: task "a": output field "n": the schema is not JSON: expected a key in double quotes at 1:2',
    ],
    [
      "DSL-079: a schema that is none",
      command('emits = { n = { schema = \'{"items": {"type": 5}}\' } }'),
      'plan.toml:8:11: task "a": output field "n": the schema is not a valid 2020-12 JSON Schema: /items/type must be one of array, boolean, integer, null, number, object, string, or a list of different ones',
    ],
    [
      "a schema that writes a key twice",
      command(`emits_files = [{ path = "x", schema = '{"a":1,"a":2}' }]`),
      'plan.toml:8:39: task "a": declared file "x": the schema is not JSON: the key "a" is written twice at 1:8',
    ],
    [
      "FILE-003: a path outside",
      command('emits_files = ["ok", "../x"]'),
      'plan.toml:8:22: task "a": declared file "../x" may not contain `..`; it must stay in the workspace',
    ],
    [
      "FILE-003: a path that is not in its normal form",
      command('emits_files = ["a//b", "a/b"]'),
      'plan.toml:8:16: task "a": declared file "a//b" must be written "a/b"',
    ],
    [
      "FILE-003: the same with a schema",
      command('emits_files = [{ path = "./a/b", schema = "true" }]'),
      'plan.toml:8:16: task "a": declared file "./a/b" must be written "a/b"',
    ],
    [
      "FILE-003: a file that a model is shown, in another spelling",
      `${command('emits_files = [{ path = "x.json", schema = "true" }]')}
[[task]]
name = "g"
kind = "route"
depends_on = ["a"]
needs = "decision"
decider = { kind = "model", min_confidence = 0.5, files = ["./x.json"] }
questions.ok = { instructions = "?", type = "noul" }
[[task]]
name = "b"
kind = "command"
command = "x"
depends_on = ["g"]
when = { task = "g", question = "ok", is = ["yes", "no", "uncertain"] }`,
      'plan.toml:15:60: task "g": decider file "./x.json" must be written "x.json"',
    ],
    [
      "LOOP-001: rounds without a target",
      command("revise = { max_rounds = 2 }"),
      'plan.toml:8:10: task "a": revise names no task',
    ],
    [
      "LOOP-001: a target without rounds",
      command('revise = { task = "b" }'),
      'plan.toml:8:10: task "a".revise needs max_rounds',
    ],
    [
      "LOOP-001: both spellings of a target",
      command('revise = { task = "b", tasks = ["c"], max_rounds = 2 }'),
      'plan.toml:8:10: task "a": revise takes task or tasks, not both',
    ],
    [
      "LOOP-004: a target out of reach",
      `${command()}[[task]]\nname = "r"\nkind = "command"\ncommand = "x"\nrevise = { task = "a", max_rounds = 2 }`,
      'plan.toml:12:12: task "r": revise names "a", which it does not depend on, directly or through other tasks',
    ],
    [
      "EPI-029: another destination",
      `${command()}[[task]]\nname = "r"\nkind = "report"\nstage = "epilogue"\ndestination = { email = {} }`,
      'plan.toml:12:17: task "r": unknown destination "email"; the only destination is slack',
    ],
    [
      "EPI-040: an address in a destination",
      `${command()}[[task]]\nname = "r"\nkind = "report"\nstage = "epilogue"\ndestination = { slack = { url = "x" } }`,
      'plan.toml:12:27: unknown key "url" in task "r".destination.slack',
    ],
    [
      "a parameter that is a table",
      `${command()}[params]\np = { a = 1 }`,
      'plan.toml:9:5: parameter "p" must be a string, a number, a boolean or a list of strings, got a table',
    ],
    [
      "a parameter that is a date",
      `${command()}[params]\np = 1979-05-27`,
      'plan.toml:9:5: parameter "p" must be a string, a number, a boolean or a list of strings, got a date',
    ],
    [
      "a parameter that counts too far",
      `${command()}[params]\np = 9007199254740993`,
      'plan.toml:9:5: parameter "p" is too large to be counted exactly',
    ],
    [
      "a parameter without end",
      `${command()}[params]\np = inf`,
      'plan.toml:9:5: parameter "p" must be a finite number',
    ],
    [
      "a task without a name",
      `${head}[[task]]\nkind = "command"\ncommand = "x"`,
      "plan.toml:4:1: task 1 needs name",
    ],
    [
      "a task that is no table",
      "version = 1\nbudget.usd = 1\ntask = [1]",
      "plan.toml:3:9: an entry of task must be a table, got an integer",
    ],
    [
      "emits that is a number",
      command("emits = 5"),
      'plan.toml:8:9: task "a".emits must be a list of fields or a table of types, got an integer',
    ],
    [
      "a label that is a number",
      command('emits = { n = ["x", 1] }'),
      'plan.toml:8:21: a label of task "a": output field "n" must be a string, got an integer',
    ],
    [
      "PLAN-025: a type that is an empty table",
      command("emits = { n = {} }"),
      'plan.toml:8:15: task "a": output field "n" needs a type: a word, labels or a schema',
    ],
    [
      "PLAN-069: files that are no list",
      command('emits_files = "x"'),
      'plan.toml:8:15: task "a".emits_files must be a list of files, got a string',
    ],
    [
      "PLAN-069: a file that is a number",
      command("emits_files = [5]"),
      'plan.toml:8:16: task "a": a declared file must be a path or a table of path and schema, got an integer',
    ],
    [
      "PLAN-069: a file without a path",
      command("emits_files = [{ schema = 'true' }]"),
      'plan.toml:8:16: task "a": a declared file needs path',
    ],
    [
      "a route without a decider",
      `${command()}[[task]]\nname = "g"\nkind = "route"\nneeds = "any"\nquestions = { q = { type = "noul", instructions = "?" } }`,
      'plan.toml:8:1: task "g" needs decider',
    ],
    [
      "a question that is a text",
      `${command()}[[task]]\nname = "g"\nkind = "route"\nneeds = "human"\ndecider = { kind = "human" }\nquestions = { q = "noul" }`,
      'plan.toml:13:19: task "g": question "q" must be a table, got a string',
    ],
    [
      "ROUTE-004: a question of an unknown type",
      `${command()}[[task]]\nname = "g"\nkind = "route"\nneeds = "human"\ndecider = { kind = "human" }\nquestions = { q = { type = "nuol", instructions = "?" } }`,
      'plan.toml:13:28: task "g": question "q".type must be one of "noul", "choice", "score", "pick", got "nuol"; did you mean "noul"?',
    ],
    [
      "ROUTE-002: a decider of an unknown kind",
      `${command()}[[task]]\nname = "g"\nkind = "route"\nneeds = "human"\ndecider = { kind = "person" }\nquestions = { q = { type = "noul", instructions = "?" } }`,
      'plan.toml:12:20: task "g".decider.kind must be one of "model", "output", "human", got "person"',
    ],
    [
      "SCORE-005: an operation that is none",
      `${command()}[[task]]\nname = "g"\nkind = "engine"\nop = "deploy"`,
      'plan.toml:11:6: task "g".op must be one of "propose", "apply", "measure", "grade", "decide", "measure_diff", got "deploy"',
    ],
    [
      "EPI-029: a destination that names none",
      `${command()}[[task]]\nname = "r"\nkind = "report"\nstage = "epilogue"\ndestination = {}`,
      'plan.toml:12:15: task "r": destination names none; write slack',
    ],
    [
      "a list of numbers as a parameter",
      `${command()}[params]\np = ["a", 1]`,
      'plan.toml:9:11: an item of parameter "p" must be a string, got an integer',
    ],
    [
      "a count past what doubles hold",
      command("max_fanout = 9007199254740993"),
      'plan.toml:8:14: task "a".max_fanout is too large to be counted exactly',
    ],
    [
      "ROUTE-023: a when without labels",
      command('depends_on = []\nwhen = { task = "g", question = "q" }'),
      'plan.toml:9:8: task "a".when needs is',
    ],
    ["TOML that is none", "version = \n", "plan.toml:1:11: not TOML: invalid value"],
  ])("%s", (_, text, problem) => {
    expect(problems(text)).toEqual([problem]);
  });

  test.each<[string, string, string]>([
    ["JSON that is none", "{", "plan.json:1:2: expected a key in double quotes"],
    ["a list", "[]", "plan.json:1:1: a plan is a table, got a list"],
    [
      "a key written twice",
      '{"version": 1,\n "version": 1}',
      'plan.json:2:2: the key "version" is written twice\nplan.json:1:2: note: first written here',
    ],
    [
      "a lone surrogate",
      '{"version": 1, "reason": "\\ud800"}',
      "plan.json:1:26: the string holds a lone surrogate",
    ],
    [
      "PLAN-021: an unknown dependency",
      '{"version": 1, "budget": {"usd": 1},\n"task": [{"name": "build", "kind": "command", "command": "x"},\n {"name": "b", "kind": "command", "command": "x", "depends_on": ["biuld"]}]}',
      'plan.json:3:66: task "b" depends on unknown task "biuld"; did you mean "build"?',
    ],
    [
      "null where nothing may be left out",
      '{"version": 1, "budget": {"usd": 1}, "task": [{"name": "a", "kind": "command", "command": "x", "session": null}]}',
      'plan.json:1:107: task "a".session must be a string, got null',
    ],
  ])("in JSON: %s", (_, text, problem) => {
    expect(problems(text, "json")).toEqual([problem]);
  });

  test("PLAN-085: all findings of a step together, in reading order", () => {
    const text = command("repair = true", 'timeout = "x"', "colour = 1");
    expect(problems(`${text}[[task]]\nkind = "shell"\nname = 5`)).toEqual([
      'plan.toml:8:10: task "a".repair must be an integer, got a boolean',
      'plan.toml:9:11: task "a": timeout "x" is not a duration (try `90s`, `10m`, `2h`)',
      'plan.toml:10:1: unknown key "colour" in task "a"',
      'plan.toml:12:8: task 2.kind must be one of "agent", "command", "evaluate", "report", "top_k", "route", "engine", got "shell"',
      "plan.toml:13:8: task 2.name must be a string, got an integer",
    ]);
  });

  test("a file past its bound is refused unread", () => {
    const text = `# ${"x".repeat(33_554_432)}`;
    const refusal = "plan.toml is 33554434 bytes; maximum is 33554432 (bound `bytesMax`)";
    expect(problems(text)).toEqual([refusal]);
    expect(readPlanFile(command(), { file: "plan.toml", bytesMax: 20 }).ok).toBe(false);
  });

  test("own names that objects inherit are unknown keys like others", () => {
    const text =
      '{"__proto__": {"version": 1}, "constructor": 1, "version": 1, "budget": {"usd": 1}}';
    expect(problems(text, "json")).toEqual([
      'plan.json:1:2: unknown key "__proto__" at the top level',
      'plan.json:1:31: unknown key "constructor" at the top level',
    ]);
  });
});
