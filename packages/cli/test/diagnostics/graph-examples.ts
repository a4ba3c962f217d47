/** Mistakes in the graph: what its tasks are called, wait for, promise and decide. */
import { examples } from "./example.js";

/** A source of these statements, all of whose tasks are listed. */
const graph = (tasks: string, ...lines: readonly string[]): string =>
  [...lines, `workflow(type = "playbook", tasks = [${tasks}])`].join("\n");
const run = (name: string, rest = ""): string =>
  `${name} = command(name = "${name}", run = "true"${rest})`;
const turn = (name: string, rest = ""): string =>
  `${name} = agent(name = "${name}", prompt = "p"${rest})`;
const scored = (name: string, rest = ""): string =>
  `${name} = evaluate(name = "${name}", run = "true"${rest})`;
/** A route that a person answers. */
const asks = (questions: string, rest = ""): string =>
  `r = route(name = "r", questions = {${questions}}, human = True${rest})`;
const custom = (tasks: string, ...lines: readonly string[]): string =>
  [...lines, `workflow(type = "custom", tasks = [${tasks}])`].join("\n");
const YES = 'drop = ["no", "uncertain"]';
const SCHEMA = { files: { "s.json": "{}\n" } };

/** Tasks that all stand for what is left of a question with as many options. */
function manyAnswers(count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index);
  const options = numbers.map((index) => `"o${index}"`).join(", ");
  const names = numbers.map((index) => `t${index}`);
  const tasks = names.map((name) => run(name, ", depends_on = [r], when = r.q, otherwise = True"));
  const question = `"q": choice(ask = "?", options = [${options}])`;
  return graph(["r", ...names].join(", "), asks(question), ...tasks);
}

export const GRAPH_EXAMPLES = examples("star", [
  ["no-tasks", "a workflow has no tasks", graph(""), graph("a", run("a"))],
  [
    "task-name",
    "a task's name cannot be one",
    graph("a", 'a = command(name = "a b", run = "true")'),
    graph("a", 'a = command(name = "a-b", run = "true")'),
  ],
  [
    "duplicate-task",
    "two tasks have one name",
    graph("a, b", run("a"), 'b = command(name = "a", run = "true")'),
    graph("a, b", run("a"), run("b")),
  ],
  [
    "reserved-name",
    "a task of the epilogue is called like an input of the engine's",
    graph("a, b", run("a"), 'b = command(name = "outcome", run = "true", stage = "epilogue")'),
    graph("a, b", run("a"), run("b", ', stage = "epilogue"')),
  ],
  [
    "empty-text",
    "a text that says something is empty",
    graph("a", 'a = command(name = "a", run = " ")'),
    graph("a", run("a")),
  ],
  [
    "unusable-text",
    "a harness, a model, an effort or a sandbox has a name that no program can be given",
    graph("a", turn("a", ', model = "large\\nsmall"')),
    graph("a", turn("a", ', model = "large"')),
  ],
  [
    "unknown-dependency",
    "a dependency is no task of the workflow",
    graph("a, b", run("a"), run("b", ', depends_on = ["c"]')),
    graph("a, b", run("a"), run("b", ', depends_on = ["a"]')),
  ],
  [
    "repeated-dependency",
    "a dependency is listed twice",
    graph("a, b", run("a"), run("b", ', depends_on = [a, "a"]')),
    graph("a, b", run("a"), run("b", ", depends_on = [a]")),
  ],
  [
    "dependency-cycle",
    "tasks wait for each other in a circle",
    graph("a, b", run("a", ', depends_on = ["b"]'), run("b", ", depends_on = [a]")),
    graph("a, b", run("a"), run("b", ", depends_on = [a]")),
  ],
  [
    "reserved-dependency",
    "a dependency is called like an input of the engine's",
    graph("a, b", 'a = command(name = "params", run = "true")', run("b", ", depends_on = [a]")),
    graph("a, b", run("a"), run("b", ", depends_on = [a]")),
  ],
  [
    "cross-stage-dependency",
    "a dependency crosses from the main graph to the epilogue or back",
    graph("a, b", run("a"), run("b", ', depends_on = [a], stage = "epilogue"')),
    graph("a, b", run("a"), run("b", ', stage = "epilogue"')),
  ],
  [
    "optional-dependency",
    "`optional` stands where it means nothing",
    graph("a, b", run("a"), run("b", ', depends_on = [optional(a)], join = "passed"')),
    graph("a, b", run("a"), run("b", ", depends_on = [optional(a)]")),
  ],
  [
    "join",
    "a join does not go with the task",
    graph("a", run("a", ', join = "settled"')),
    graph("a, b", run("a"), run("b", ', depends_on = [a], join = "settled"')),
  ],
  [
    "required-on-advisory",
    "a required task needs an advisory one to pass",
    graph("a, b", run("a", ", required = False"), run("b", ", depends_on = [a]")),
    graph("a, b", run("a", ", required = False"), run("b", ', depends_on = [a], join = "settled"')),
  ],
  [
    "stage",
    "a task cannot be of that stage",
    graph("a, r", run("a"), asks('"q": noul(ask = "?")', ', stage = "epilogue"')),
    graph("a, r", run("a"), asks('"q": noul(ask = "?")')),
  ],
  [
    "needs",
    "`needs` names no capability",
    graph("a", run("a", ', needs = " "')),
    graph("a", run("a", ', needs = "gpu"')),
  ],
  [
    "route-needs",
    "a route needs another capability than its decider",
    graph("r", asks(`"q": noul(ask = "?")`, ', needs = "any"')),
    graph("r", asks(`"q": noul(ask = "?")`)),
  ],
  [
    "threshold",
    "a threshold and a direction do not go together",
    graph("a", scored("a", ", threshold = 3")),
    graph("a", scored("a", ', threshold = 3, direction = "lower"')),
  ],
  [
    "top-k",
    "a reducer does not say what it keeps of what",
    custom(
      "a, t",
      scored("a"),
      't = top_k(name = "t", k = 0, direction = "lower", depends_on = [a])',
    ),
    custom(
      "a, t",
      scored("a"),
      't = top_k(name = "t", k = 1, direction = "lower", depends_on = [a])',
    ),
  ],
  [
    "score",
    "a task that is compared by `score` does not give one",
    graph("a", scored("a", ', threshold = 3, direction = "lower", emits = ["size"]')),
    graph("a", scored("a", ', threshold = 3, direction = "lower", emits = ["score"]')),
  ],
  [
    "output-field-name",
    "a field's name cannot be one",
    graph("a", run("a", ', emits = ["a b"]')),
    graph("a", run("a", ', emits = ["a_b"]')),
  ],
  [
    "output-field-labels",
    "a list of labels is empty, holds one twice, or holds what is no label",
    graph("a", run("a", ', emits = {"t": ["high", "high"]}')),
    graph("a", run("a", ', emits = {"t": ["high", "low"]}')),
  ],
  [
    "repeated-output-field",
    "a field is declared twice",
    graph("a", run("a", ', emits = ["x", "x"]')),
    graph("a", run("a", ', emits = ["x", "y"]')),
  ],
  [
    "reserved-output-field",
    "a field is one that the engine reads itself",
    graph("a", run("a", ', emits = ["reason"]')),
    graph("a", run("a", ', emits = ["why"]')),
  ],
  [
    "file-path",
    "a declared file does not lie in the workspace",
    graph("a", run("a", ', emits_files = ["../a.txt"]')),
    graph("a", run("a", ', emits_files = ["a.txt"]')),
  ],
  [
    "repeated-file",
    "a file is declared twice, in one spelling or two",
    graph("a", run("a", ', emits_files = ["a.txt", "./a.txt"]')),
    graph("a", run("a", ', emits_files = ["a.txt", "b.txt"]')),
  ],
  [
    "timeout",
    "a timeout is no duration above zero",
    graph("a", run("a", ', timeout = "soon"')),
    graph("a", run("a", ', timeout = "10m"')),
  ],
  [
    "fan-out",
    "`over` names nothing that instances can be made of",
    graph(
      "a, b",
      run("a", ', emits = {"items": "string"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
    ),
    graph(
      "a, b",
      run("a", ', emits = {"items": "list"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
    ),
  ],
  [
    "keyed",
    "`keyed` names nothing that can be taken apart by items",
    graph(
      "a, b",
      run("a", ', emits = {"items": "list", "n": "integer"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3, keyed = a.n"),
    ),
    graph(
      "a, b",
      run("a", ', emits = {"items": "list", "n": "object"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3, keyed = a.n"),
    ),
  ],
  [
    "session-name",
    "a conversation's name cannot be one",
    graph("a", turn("a", ', session = "a b"')),
    graph("a", turn("a", ', session = "a-b"')),
  ],
  [
    "session-order",
    "two turns of one conversation could run at once",
    graph("a, b", turn("a", ', session = "s"'), turn("b", ', session = "s"')),
    graph("a, b", turn("a", ', session = "s"'), turn("b", ', session = "s", depends_on = [a]')),
  ],
  [
    "session-isolation",
    "a turn of a conversation is isolated",
    graph("a", turn("a", ', session = "s", isolated = True')),
    graph("a", turn("a", ', session = "s"')),
  ],
  [
    "session-over",
    "a turn of a conversation is made once an item",
    graph(
      "a, b",
      run("a", ', emits = {"items": "list"}'),
      turn("b", ', session = "s", depends_on = [a], over = a.items, max_fanout = 3'),
    ),
    graph(
      "a, b",
      run("a", ', emits = {"items": "list"}'),
      turn("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
    ),
  ],
  [
    "session-sandbox",
    "turns of one conversation run in different sandboxes",
    graph(
      "a, b",
      turn("a", ', session = "s", sandbox = "x"'),
      turn("b", ', session = "s", sandbox = "y", depends_on = [a]'),
    ),
    graph(
      "a, b",
      turn("a", ', session = "s", sandbox = "x"'),
      turn("b", ', session = "s", sandbox = "x", depends_on = [a]'),
    ),
  ],
  [
    "revise-target",
    "a reviewer sends back what it does not depend on, or another reviewer",
    graph("a, b", run("a"), run("b", ", revise = a, max_rounds = 2")),
    graph("a, b", run("a"), run("b", ", depends_on = [a], revise = a, max_rounds = 2")),
  ],
  [
    "revise-member",
    "a loop holds a task that cannot be run again",
    graph(
      "a, b, c",
      run("a", ', emits = {"items": "list"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
      run("c", ", depends_on = [b], revise = b, max_rounds = 2"),
    ),
    graph(
      "a, b, c",
      run("a", ', emits = {"items": "list"}'),
      run("b", ", depends_on = [a]"),
      run("c", ", depends_on = [b], revise = b, max_rounds = 2"),
    ),
  ],
  [
    "revise-overlap",
    "a task is in two loops",
    graph(
      "a, b, c",
      run("a"),
      run("b", ", depends_on = [a], revise = a, max_rounds = 2"),
      run("c", ", depends_on = [a], revise = a, max_rounds = 2"),
    ),
    graph(
      "a, b, c",
      run("a"),
      run("b", ", depends_on = [a], revise = a, max_rounds = 2"),
      run("c", ", depends_on = [a]"),
    ),
  ],
  [
    "revise-gap",
    "a loop leaves out a task between its own",
    graph(
      "a, b, c",
      run("a"),
      run("b", ", depends_on = [a]"),
      run("c", ", depends_on = [b], revise = a, max_rounds = 2"),
    ),
    graph(
      "a, b, c",
      run("a"),
      run("b", ", depends_on = [a]"),
      run("c", ", depends_on = [b], revise = [a, b], max_rounds = 2"),
    ),
  ],
  [
    "waiting-loops",
    "loops wait for each other",
    graph(
      "a, b, c, d",
      run("a"),
      run("b"),
      run("c", ", depends_on = [a, b], revise = a, max_rounds = 2"),
      run("d", ", depends_on = [b, a], revise = b, max_rounds = 2"),
    ),
    graph(
      "a, b, c, d",
      run("a"),
      run("b"),
      run("c", ", depends_on = [a], revise = a, max_rounds = 2"),
      run("d", ", depends_on = [b], revise = b, max_rounds = 2"),
    ),
  ],
  [
    "result",
    "the workflow's result cannot be one",
    graph("a, b", run("a"), run("b", ', stage = "epilogue"')).replace("])", "], result = b)"),
    graph("a, b", run("a"), run("b", ', stage = "epilogue"')).replace("])", "], result = a)"),
  ],
  [
    "history-record",
    "the workflow's history record cannot be one",
    graph(
      "a, b",
      run("a", ', emits = {"items": "list"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
    ).replace("b])", "b], history_record = b)"),
    graph(
      "a, b",
      run("a", ', emits = {"items": "list"}'),
      run("b", ", depends_on = [a], over = a.items, max_fanout = 3"),
    ).replace("b])", "b], history_record = a)"),
  ],
  [
    "report",
    "a report shows what it cannot show",
    graph(
      "a, p",
      run("a", ', emits = ["level"]'),
      'p = report(name = "p", destination = {"kind": "slack"}, result = a, severity_field = "levle")',
    ),
    graph(
      "a, p",
      run("a", ', emits = ["level"]'),
      'p = report(name = "p", destination = {"kind": "slack"}, result = a, severity_field = "level")',
    ),
  ],
  [
    "question",
    "a question is not one that can be asked",
    graph("r", asks('"q": choice(ask = "?", options = ["one"])')),
    graph("r", asks('"q": choice(ask = "?", options = ["one", "two"])')),
  ],
  [
    "pick-source",
    "what can be picked is no list of strings",
    graph(
      "a, r",
      run("a", ', emits = {"n": "integer"}'),
      asks('"q": pick(ask = "?", source = a.n)', ", depends_on = [a]"),
    ),
    graph(
      "a, r",
      run("a", ', emits = {"n": "list"}'),
      asks('"q": pick(ask = "?", source = a.n)', ", depends_on = [a]"),
    ),
  ],
  [
    "options-source",
    "what can be chosen is no list of strings",
    graph(
      "a, r",
      run("a", ', emits = {"n": "integer"}'),
      'r = route(name = "r", questions = {"q": choice(ask = "?", options = a.n)}, min_confidence = 0.8, depends_on = [a])',
    ),
    graph(
      "a, r",
      run("a", ', emits = {"n": "list"}'),
      'r = route(name = "r", questions = {"q": choice(ask = "?", options = a.n)}, min_confidence = 0.8, depends_on = [a])',
    ),
  ],
  [
    "too-many-answers",
    "`otherwise` stands for too many answers",
    manyAnswers(2000),
    manyAnswers(3),
    { isLong: true },
  ],
  [
    "label",
    "an answer's label cannot be one",
    graph("r", asks('"q": choice(ask = "?", options = ["one", "number two"])')),
    graph("r", asks('"q": choice(ask = "?", options = ["one", "two"])')),
  ],
  [
    "drop",
    "`drop` names what is no answer",
    graph("r", asks('"q": noul(ask = "?", drop = "maybe")')),
    graph("r", asks('"q": noul(ask = "?", drop = "no")')),
  ],
  [
    "when",
    "`when` names a question or an answer that there is not",
    graph(
      "r, a",
      asks(`"q": choice(ask = "?", options = ["x", "y"], drop = ["y", "uncertain"])`),
      run("a", ', depends_on = [r], when = r.q, answers = "z"'),
    ),
    graph(
      "r, a",
      asks(`"q": choice(ask = "?", options = ["x", "y"], drop = ["y", "uncertain"])`),
      run("a", ', depends_on = [r], when = r.q, answers = "x"'),
    ),
  ],
  [
    "uncovered-answer",
    "an answer leads nowhere, and nobody said that it may",
    graph("r, a", asks('"q": noul(ask = "?")'), run("a", ", depends_on = [r], when = r.q")),
    graph("r, a", asks(`"q": noul(ask = "?", ${YES})`), run("a", ", depends_on = [r], when = r.q")),
  ],
  [
    "min-confidence",
    "a confidence is not above 0 and at most 1",
    graph("r", 'r = route(name = "r", questions = {"q": noul(ask = "?")}, min_confidence = 80)'),
    graph("r", 'r = route(name = "r", questions = {"q": noul(ask = "?")}, min_confidence = 0.8)'),
  ],
  [
    "decider-files",
    "a model is to read a file that no dependency declares with a schema",
    graph(
      "a, r",
      run("a", ', emits_files = ["a.json"]'),
      'r = route(name = "r", questions = {"q": noul(ask = "?")}, min_confidence = 0.8, files = ["a.json"], depends_on = [a])',
    ),
    graph(
      "a, r",
      run("a", ', emits_files = {"a.json": schema_file("s.json")}'),
      'r = route(name = "r", questions = {"q": noul(ask = "?")}, min_confidence = 0.8, files = ["a.json"], depends_on = [a])',
    ),
    SCHEMA,
  ],
  [
    "decider-source",
    "a field cannot answer the question",
    graph(
      "a, r",
      run("a", ', emits = {"q": "string"}'),
      'r = route(name = "r", questions = {"q": noul(ask = "?")}, source = a, depends_on = [a])',
    ),
    graph(
      "a, r",
      run("a", ', emits = {"q": "boolean"}'),
      'r = route(name = "r", questions = {"q": noul(ask = "?")}, source = a, depends_on = [a])',
    ),
  ],
]);
