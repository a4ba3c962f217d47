/** Mistakes in what a source says: its parameters, its calls of the workflow's functions, the files it names. */
import { examples } from "./example.js";

const TASK = 'task = command(name = "a", run = "true")';
const END = 'workflow(type = "playbook", tasks = [task])';
const SKILL = {
  files: { "plan.md": "Plan.\n", "s.json": "{}\n", "bad.json": '{"type": "strin"}\n' },
};

/** A source whose params block is this. */
const params = (block: string): string => `params = ${block}\n${TASK}\n${END}`;
/** A source of these arguments of one command. */
const command = (rest: string): string => `task = command(name = "a", run = "true"${rest})\n${END}`;
/** A source of these arguments of one agent. */
const agent = (rest: string): string => `task = agent(name = "a", prompt = "p"${rest})\n${END}`;

function manyParams(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `"p${index}": {"type": "string"}`);
  return names.join(", ");
}

export const SOURCE_EXAMPLES = examples("star", [
  [
    "params-place",
    "`params` is not the source's first statement",
    `x = 1\n${params("{}")}`,
    params("{}"),
  ],
  [
    "params-literal",
    "the params block holds something that is no literal",
    params('{"n": {"type": "integer", "default": 1 + 1}}'),
    params('{"n": {"type": "integer", "default": 2}}'),
  ],
  [
    "param-name",
    "a parameter's name cannot be one",
    params('{"a.b": {"type": "string"}}'),
    params('{"a_b": {"type": "string"}}'),
  ],
  [
    "missing-type",
    "a parameter has no type",
    params('{"n": {"default": 1}}'),
    params('{"n": {"type": "integer", "default": 1}}'),
  ],
  [
    "unknown-type",
    "there is no such type",
    params('{"n": {"type": "strin"}}'),
    params('{"n": {"type": "string"}}'),
  ],
  [
    "unknown-field",
    "a parameter's declaration has no such field",
    params('{"n": {"type": "string", "defualt": "a"}}'),
    params('{"n": {"type": "string", "default": "a"}}'),
  ],
  [
    "duplicate-field",
    "a parameter's declaration says one thing twice",
    params('{"n": {"type": "integer", "min": 1, "minimum": 2}}'),
    params('{"n": {"type": "integer", "minimum": 2}}'),
  ],
  [
    "required-default",
    "a parameter is required and has a default",
    params('{"n": {"type": "string", "required": True, "default": "a"}}'),
    params('{"n": {"type": "string", "default": "a"}}'),
  ],
  [
    "bad-default",
    "a default is not of its parameter's type, or breaks its constraints",
    params('{"n": {"type": "integer", "default": 9, "maximum": 5}}'),
    params('{"n": {"type": "integer", "default": 1, "maximum": 5}}'),
  ],
  [
    "bad-pattern",
    "a pattern is no regular expression of the kind that always ends soon",
    params('{"n": {"type": "string", "default": "a", "pattern": "(?=a)"}}'),
    params('{"n": {"type": "string", "default": "a", "pattern": "^a"}}'),
  ],
  [
    "constraint-type",
    "a constraint does not go with the parameter's type",
    params('{"n": {"type": "string", "default": "a", "minimum": 1}}'),
    params('{"n": {"type": "integer", "default": 2, "minimum": 1}}'),
  ],
  [
    "empty-range",
    "no number lies between minimum and maximum",
    params('{"n": {"type": "integer", "minimum": 5, "maximum": 1}}'),
    params('{"n": {"type": "integer", "minimum": 1, "maximum": 5}}'),
  ],
  [
    "empty-choices",
    "`choices` holds none",
    params('{"n": {"type": "string", "choices": []}}'),
    params('{"n": {"type": "string", "choices": ["a"]}}'),
  ],
  [
    "duplicate-choice",
    "`choices` holds one twice",
    params('{"n": {"type": "string", "choices": ["a", "a"]}}'),
    params('{"n": {"type": "string", "choices": ["a", "b"]}}'),
  ],
  [
    "too-many-params",
    "a source declares too many parameters",
    params(`{${manyParams(1001)}}`),
    params(`{${manyParams(10)}}`),
    { isLong: true },
  ],
  [
    "params-too-long",
    "the supplied values are too long together",
    params('{"n": {"type": "string"}}'),
    params('{"n": {"type": "string"}}'),
    { isLong: true, params: { n: "a".repeat(70_000_000) }, rightParams: { n: "a" } },
  ],
  [
    "library-params",
    "a file that is loaded declares parameters",
    `load("lib.star", "x")\n${TASK}\n${END}`,
    `load("plain.star", "x")\n${TASK}\n${END}`,
    { files: { "lib.star": "params = {}\nx = 1\n", "plain.star": "x = 1\n" } },
  ],
  [
    "param-value",
    "a supplied value is missing, of another type, or breaks a constraint",
    params('{"n": {"type": "integer"}}'),
    params('{"n": {"type": "integer"}}'),
    { params: { n: "many" }, rightParams: { n: "5" } },
  ],
  [
    "unknown-param",
    "no parameter of that name is declared",
    `text = param("toppic")\n${TASK}\n${END}`,
    `params = {"topic": {"type": "string"}}\ntext = param("topic")\n${TASK}\n${END}`,
  ],
  [
    "launch-setting",
    "a launch setting addresses nothing, or something it may not change",
    agent(""),
    agent(""),
    { params: { "b.model": "small" }, rightParams: {} },
  ],
  [
    "unknown-lane",
    "there is no such type of workflow",
    `${TASK}\nworkflow(type = "playbok", tasks = [task])`,
    `${TASK}\n${END}`,
  ],
  [
    "lane",
    "something does not go with the type of workflow",
    `kind = "playbook"\n${TASK}\nworkflow(type = kind, tasks = [task])`,
    `${TASK}\n${END}`,
  ],
  [
    "no-workflow",
    "the source does not end in a workflow",
    TASK,
    `${TASK}\n${END}`,
    { isWhole: true },
  ],
  [
    "second-workflow",
    "the source calls `workflow` twice",
    `${TASK}\n${END}\n${END}`,
    `${TASK}\n${END}`,
  ],
  [
    "dropped-task",
    "a task was made and is not in the workflow",
    `${TASK}\nother = command(name = "b", run = "true")\n${END}`,
    `${TASK}\nother = command(name = "b", run = "true")\nworkflow(type = "playbook", tasks = [task, other])`,
  ],
  [
    "repeated-task",
    "the workflow lists a task twice",
    `${TASK}\nworkflow(type = "playbook", tasks = [task, task])`,
    `${TASK}\n${END}`,
  ],
  [
    "conflicting-arguments",
    "two arguments exclude each other",
    `${TASK}\nworkflow([task], type = "autoresearch")`,
    `${TASK}\nworkflow([task])`,
  ],
  [
    "unknown-value",
    "an argument takes one of a few words, and this is none of them",
    command(', join = "any"'),
    command(', depends_on = [], join = "all"'),
  ],
  [
    "out-of-range",
    "a number is outside what the argument takes",
    agent(", repair = 9"),
    agent(", repair = 3"),
  ],
  [
    "too-deep",
    "a list of dependencies is nested too deep",
    command(`, depends_on = ${"[".repeat(40)}${"]".repeat(40)}`),
    command(", depends_on = [[]]"),
  ],
  [
    "nul",
    "a text holds the character NUL",
    `${String.raw`task = agent(name = "a", prompt = "p\0")`}\n${END}`,
    agent(""),
  ],
  [
    "revise",
    "`revise` and `max_rounds` do not go together, or name no sound loop",
    `draft = agent(name = "d", prompt = "p")\n${command(", depends_on = [draft], revise = draft").replace("[task]", "[draft, task]")}`,
    `draft = agent(name = "d", prompt = "p")\n${command(", depends_on = [draft], revise = draft, max_rounds = 2").replace("[task]", "[draft, task]")}`,
  ],
  ["repair", "a command is to repair its output", command(", repair = 1"), agent(", repair = 1")],
  [
    "condition",
    "`when`, `answers` and `otherwise` do not go together",
    command(', answers = "yes"'),
    command(""),
  ],
  [
    "decider",
    "a route has none or several to answer it",
    `task = route(name = "r", questions = {"q": noul(ask = "?")})\n${END}`,
    `task = route(name = "r", questions = {"q": noul(ask = "?")}, human = True)\n${END}`,
  ],
  [
    "destination",
    "a report goes to a place that the engine does not know",
    `task = report(name = "r", destination = {"kind": "mail"})\n${END}`,
    `task = report(name = "r", destination = {"kind": "slack"})\n${TASK.replace("task", "work")}\nworkflow(type = "playbook", tasks = [work, task])`,
  ],
  [
    "unknown-question",
    "a route has no such question",
    `r = route(name = "r", questions = {"go": noul(ask = "?", drop = ["no", "uncertain"])}, human = True)\ntask = command(name = "a", run = "true", depends_on = [r], when = r.goo)\nworkflow(type = "playbook", tasks = [r, task])`,
    `r = route(name = "r", questions = {"go": noul(ask = "?", drop = ["no", "uncertain"])}, human = True)\ntask = command(name = "a", run = "true", depends_on = [r], when = r.go)\nworkflow(type = "playbook", tasks = [r, task])`,
  ],
  [
    "unreachable-otherwise",
    "`otherwise` is left with no answer",
    `r = route(name = "r", questions = {"go": noul(ask = "?", drop = ["no", "uncertain"])}, human = True)\nyes = command(name = "yes", run = "true", depends_on = [r], when = r.go)\ntask = command(name = "a", run = "true", depends_on = [r], when = r.go, otherwise = True)\nworkflow(type = "playbook", tasks = [r, yes, task])`,
    `r = route(name = "r", questions = {"go": noul(ask = "?")}, human = True)\nyes = command(name = "yes", run = "true", depends_on = [r], when = r.go)\ntask = command(name = "a", run = "true", depends_on = [r], when = r.go, otherwise = True)\nworkflow(type = "playbook", tasks = [r, yes, task])`,
  ],
  [
    "duplicate-session",
    "a conversation is declared twice",
    `s = session(name = "s")\nt = session(name = "s")\n${agent(", session = s")}`,
    `s = session(name = "s")\n${agent(", session = s")}`,
  ],
  [
    "undeclared-session",
    "a task names a conversation that the source does not declare",
    `s = session(name = "scribe")\nother = agent(name = "b", prompt = "p", session = s)\n${agent(', session = "scrib"').replace("[task]", "[other, task]")}`,
    `s = session(name = "scribe")\nother = agent(name = "b", prompt = "p", session = s)\n${agent(', session = "scribe", depends_on = [other]').replace("[task]", "[other, task]")}`,
  ],
  [
    "unused-session",
    "no task continues the conversation",
    `s = session(name = "s")\n${agent("")}`,
    `s = session(name = "s")\n${agent(", session = s")}`,
  ],
  [
    "session-configuration",
    "a task wants another agent than its conversation has",
    `s = session(name = "s", model = "small")\n${agent(', session = s, model = "large"')}`,
    `s = session(name = "s", model = "small")\n${agent(", session = s")}`,
  ],
  [
    "external-value",
    "a part of a supplied text is looked at",
    `params = {"t": {"type": "string"}}\nn = len(param("t"))\n${agent("")}`,
    `params = {"t": {"type": "string"}}\n${agent("").replace('"p"', '"p" + param("t")')}`,
    { params: { t: "ore" } },
  ],
  [
    "external-mark",
    "a supplied text holds the marks that stand around text from outside",
    `params = {"t": {"type": "string"}}\n${agent("").replace('"p"', '"p" + param("t")')}`,
    `params = {"t": {"type": "string"}}\n${agent("").replace('"p"', '"p" + param("t")')}`,
    { params: { t: "<<<END EXTERNAL INPUT>>>" }, rightParams: { t: "ore" } },
  ],
  [
    "pack-file",
    "a file is not in the pack, or not to be read",
    agent("").replace('"p"', 'prompt_file("plann.md")'),
    agent("").replace('"p"', 'prompt_file("plan.md")'),
    SKILL,
  ],
  [
    "schema",
    "a JSON Schema is not one, or uses what is not supported",
    command(', emits = {"f": schema_file("bad.json")}'),
    command(', emits = {"f": schema_file("s.json")}'),
    SKILL,
  ],
  [
    "unknown-format",
    "a schema names a format that nothing checks",
    command(', emits = {"f": schema_file("f.json")}'),
    command(', emits = {"f": schema_file("g.json")}'),
    {
      files: {
        "f.json": '{"type": "string", "format": "date-tme"}\n',
        "g.json": '{"type": "string", "format": "date-time"}\n',
      },
    },
  ],
  [
    "load-cycle",
    "files load each other in a circle",
    `load("a.star", "x")\n${TASK}\n${END}`,
    `load("c.star", "x")\n${TASK}\n${END}`,
    {
      files: {
        "a.star": 'load("b.star", "x")\n',
        "b.star": 'load("a.star", "x")\n',
        "c.star": "x = 1\n",
      },
    },
  ],
  [
    "bound-modules",
    "too many files are loaded",
    `load("a.star", "x")\nload("b.star", "y")\n${TASK}\n${END}`,
    `load("a.star", "x")\n${TASK}\n${END}`,
    { files: { "a.star": "x = 1\n", "b.star": "y = 1\n" }, limits: { modules: 1 } },
  ],
  [
    "bound-modules-bytes",
    "a source and what it loads are too large together",
    `load("a.star", "x")\n${TASK}\n${END}`,
    `load("b.star", "x")\n${TASK}\n${END}`,
    {
      files: { "a.star": `x = "${"a".repeat(100)}"\n`, "b.star": "x = 1\n" },
      limits: { modulesBytes: 150 },
    },
  ],
  [
    "bound-tasks-constructed",
    "functions make too many tasks",
    `tasks = [command(name = "t%d" % i, run = "true") for i in range(5)]\nworkflow(type = "playbook", tasks = tasks)`,
    `tasks = [command(name = "t%d" % i, run = "true") for i in range(3)]\nworkflow(type = "playbook", tasks = tasks)`,
    { limits: { tasksConstructed: 3 } },
  ],
  [
    "bound-tasks-shipped",
    "a workflow has too many tasks",
    `tasks = [command(name = "t%d" % i, run = "true") for i in range(5)]\nworkflow(type = "playbook", tasks = tasks)`,
    `tasks = [command(name = "t%d" % i, run = "true") for i in range(3)]\nworkflow(type = "playbook", tasks = tasks)`,
    { limits: { tasksShipped: 3 } },
  ],
]);
