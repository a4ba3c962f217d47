/** The parts of the language's reference that no declaration holds: what a source is, its params block, types, bounds. */
import type { CompileLimits } from "@crucible/compiler";
import type { TypeToken } from "@crucible/core";

/** Paragraphs, headings, lists and code, in order. */
export const OPENING: readonly string[] = [
  "# The workflow language",
  "This page is what `crucible plan dsl-reference` prints.",
  "A workflow is a Starlark source, `workflow.star`. It is evaluated once, before anything runs: loops, functions and " +
    "conditions unroll into tasks, and what is left is a plan. A source can neither read a clock, draw a random number, " +
    "start a process, reach a network nor see the environment; the files of its pack are all it can read, and only " +
    "through `load`, `prompt_file`, `schema_file`, `skill`, `template` and `review`.",
  "The language is Starlark without f-strings and type annotations. `for` and `if` may stand outside functions and a " +
    'global name may be bound again. `load("shared.star", "review")` brings names of another file of the pack.',
  "```python\n" +
    'draft = agent(name = "draft", prompt = "Write NOTES.md.", emits = {"entries": "integer"})\n' +
    'check = command(name = "check", run = "sh check.sh", depends_on = [draft])\n' +
    'workflow(type = "playbook", tasks = [draft, check])\n' +
    "```",
  "Arguments are given by name unless they are said to go by position. `task.field` is a field of a task's output, for " +
    "`over`, `keyed`, `options` and `source`; `route.id` is the answer of a route's question, for `when`. Which functions " +
    "exist depends on the workflow's `type`; one of another lane is an unknown name. What a task is given when it runs, and " +
    "what its result may say, is in [tasks](tasks.md).",
];

export const PARAMS: readonly string[] = [
  "## Parameters",
  "`params`, if there is one, is the source's first statement: a dict literal from name to declaration. It is read " +
    "without evaluating anything, so that a form can be shown for a source that does not compile.",
  "```python\n" +
    "params = {\n" +
    '    "repo": {"type": "string", "required": True, "pattern": "^[a-z-]+/[a-z-]+$", "doc": "owner and name"},\n' +
    '    "limit": {"type": "integer", "default": 5, "minimum": 1, "maximum": 50},\n' +
    "}\n" +
    "```",
  [
    '- `type`: `"string"`, `"integer"`, `"number"`, `"boolean"` or `"list<string>"`; `"int"`, `"bool"` and `"list"` are read too.',
    "- `required`: whether a launch must supply it; not together with `default`.",
    "- `default`: the value without one; `None` when there is none.",
    "- `description` (or `doc`): for people.",
    "- `pattern`: for strings; a regular expression that the value holds a match of, without lookaround and backreferences.",
    "- `minimum` and `maximum` (or `min` and `max`): for numbers, both included.",
    "- `choices`: the values that are allowed.",
    "- `multiline`: for strings; a hint for forms.",
  ].join("\n"),
  "A supplied value comes from outside the pack, whatever its type. As text it may be compared as a whole and joined into " +
    "a prompt; its parts cannot be looked at. Numbers and truth values compute, and are refused only where they would " +
    "become text. Commands read every parameter from `params` in the file that `CRUCIBLE_INPUTS_FILE` names.",
];

export const TYPE_TEXTS: ReadonlyMap<TypeToken, string> = new Map([
  ["string", "a string."],
  ["integer", "a number without a fractional part."],
  ["number", "a number."],
  ["boolean", "`true` or `false`."],
  ["list", "a list."],
  ["object", "an object."],
  ["link", "an `http` or `https` address."],
  ["links", "a list of such addresses."],
]);

export const BOUND_TEXTS: ReadonlyMap<string, string> = new Map<keyof CompileLimits, string>([
  ["sourceBytes", "bytes of one source."],
  ["nestingDepth", "brackets, prefix operators, conditionals and lambdas open around one place."],
  ["blockDepth", "indented blocks around one statement."],
  ["expressionDepth", "levels of one expression."],
  ["ticks", "steps of an evaluation: calls, turns of loops, elements that built-ins visit."],
  ["heapBytes", "bytes charged for the values an evaluation makes."],
  ["stringLength", "UTF-16 units of one string."],
  ["containerLength", "elements of one list, tuple, dict or set."],
  ["integerBits", "bits of one whole number."],
  [
    "stackLevels",
    "levels of running calls, each as deep as its function's statements and expressions.",
  ],
  ["valueDepth", "containers inside containers that printing, comparing and hashing follow."],
  ["fileBytes", "bytes of one prompt, skill, template or review."],
  ["schemaBytes", "bytes of one schema."],
  ["embeddedBytes", "bytes of all embedded files together, each counted once."],
  ["modules", "files that `load` reads."],
  ["modulesBytes", "bytes of the source and all that it loads."],
  ["tasksConstructed", "tasks that functions make."],
  ["tasksShipped", "tasks of one workflow."],
]);

export const ENDING: readonly string[] = [
  "What a source got wrong is reported with its place; [diagnostics](diagnostics.md) lists the kinds of mistakes.",
];
