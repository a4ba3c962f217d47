/**
 * What each argument of the workflow language takes and means. An entry `function.argument` goes before the entry of the
 * argument's bare name, which is what all other functions mean by it.
 */

export interface ArgumentText {
  /** What may be written. */
  readonly takes: string;
  /** What holds when it is left out; nothing to say where it is required. */
  readonly otherwise?: string;
  readonly text: string;
}

const NONE = "`None`";
const TASK = "a task, or the name of one";
const TEXT = "a string";
const WHOLE = "a whole number";

export const ARGUMENT_TEXTS: ReadonlyMap<string, ArgumentText> = new Map<string, ArgumentText>([
  [
    "name",
    {
      takes: TEXT,
      text: "The task's name: 1 to 100 letters, digits, `.`, `_` and `-`, beginning with a letter or digit, unique in the workflow.",
    },
  ],
  [
    "session.name",
    { takes: TEXT, text: "The conversation's name: 1 to 64 letters, digits, `.`, `_` and `-`." },
  ],
  [
    "param.name",
    { takes: TEXT, text: "The name of a parameter that the `params` block declares." },
  ],
  [
    "depends_on",
    {
      takes:
        "a list of tasks or names; lists in it are taken apart, and `optional(…)` may wrap an item",
      otherwise: "`[]`",
      text: "What must have settled before the task starts, and whose outputs it receives as inputs.",
    },
  ],
  [
    "decide.depends_on",
    {
      takes: "a list of tasks or names",
      otherwise: "the measurement",
      text: "What must have settled before.",
    },
  ],
  [
    "top_k.depends_on",
    { takes: "a list of tasks or names, not empty", text: "The tasks whose `score` is compared." },
  ],
  [
    "needs",
    {
      takes: TEXT,
      otherwise: '`"any"`',
      text: "The capability the task needs of the place that runs it. Where it is missing, an advisory task is skipped, and of a plan that requires the task nothing runs.",
    },
  ],
  [
    "route.needs",
    {
      takes: TEXT,
      otherwise: '`"decision"`, `"any"` or `"human"`, as the decider asks',
      text: "The capability the route needs of the place that runs it.",
    },
  ],
  [
    "join",
    {
      takes: '`"all"`, `"passed"` or `"settled"`',
      otherwise: '`"all"`',
      text: "When the task starts: once all of its dependencies passed; once all settled and at least one passed, with the outputs of those; or once all settled, with the status of each.",
    },
  ],
  [
    "grade.join",
    {
      takes: '`"passed"` or `"all"`',
      otherwise: '`"passed"`',
      text: "Whether evidence that failed may be missing.",
    },
  ],
  [
    "required",
    {
      takes: "`True` or `False`",
      otherwise: "`True`",
      text: "Whether the run's verdict needs the task to pass. A task that is not required is advisory.",
    },
  ],
  [
    "report.required",
    {
      takes: "`True` or `False`",
      otherwise: "`True`",
      text: "Whether the summary of a run begins with the report when it was not delivered. No report changes a verdict.",
    },
  ],
  [
    "isolated",
    {
      takes: "`True` or `False`",
      otherwise: "`False`",
      text: "Gives the task a private copy of the workspace, whose changes are thrown away. Isolated tasks run side by side.",
    },
  ],
  [
    "stage",
    {
      takes: '`"iteration"` or `"epilogue"`',
      otherwise: '`"iteration"`',
      text: "The epilogue starts when the main graph has ended, however it ended, and receives its outcome. No dependency crosses the two.",
    },
  ],
  [
    "emits",
    {
      takes: "a list of field names, or a dict from field name to type",
      otherwise: "no fields",
      text: "The fields that the task's JSON output must have. Types are listed under [Types of fields](#types-of-fields).",
    },
  ],
  [
    "emits_files",
    {
      takes: "a list of paths, or a dict from path to `schema_file(…)` or `None`",
      otherwise: "no files",
      text: "Files that the task leaves in its workspace, kept with the run and given to the tasks that depend on it, under `inputs/`. Paths are relative and stay inside the workspace.",
    },
  ],
  [
    "over",
    {
      takes: "`producer.field`",
      otherwise: NONE,
      text: "Runs the task once for each item of that list of strings. The producer is among the dependencies. Needs `max_fanout`.",
    },
  ],
  [
    "max_fanout",
    {
      takes: `${WHOLE} from 1 to 256`,
      otherwise: NONE,
      text: "How many items `over` may give; a longer list fails the task before any instance starts.",
    },
  ],
  [
    "keyed",
    {
      takes: "`producer.field`, or a list of them",
      otherwise: "`[]`",
      text: "Objects of which an instance receives only the entry of its own item. Needs `over`.",
    },
  ],
  [
    "revise",
    {
      takes: `${TASK}, or a list of them`,
      otherwise: NONE,
      text: "Makes the task a reviewer: while it fails, the tasks named here run again, with its output as `revision`. Needs `max_rounds`; playbooks only.",
    },
  ],
  [
    "max_rounds",
    {
      takes: `${WHOLE} from 2 to 5`,
      otherwise: NONE,
      text: "How many rounds `revise` may take in all.",
    },
  ],
  [
    "timeout",
    {
      takes: 'a duration, such as `"90s"`, `"10m"` or `"1.5h"`',
      otherwise: "no bound but the run's own",
      text: "How long one attempt may take.",
    },
  ],
  [
    "route.timeout",
    {
      takes: "a duration",
      otherwise: "no bound but the run's own",
      text: "How long a person has to answer; with `human = True` only.",
    },
  ],
  [
    "history",
    {
      takes: `${WHOLE} from 1 to 30`,
      otherwise: NONE,
      text: "How many records of earlier runs the task reads: the newest, oldest first. A program that embeds the engine supplies them; the command has none yet. Playbooks that name a `history_record` only.",
    },
  ],
  [
    "when",
    {
      takes: "`route.question`",
      otherwise: NONE,
      text: "Runs the task only for some answers of that question; for others it settles `not_taken`.",
    },
  ],
  [
    "answers",
    {
      takes: "a label or a list of labels",
      otherwise: '`"yes"` for a yes-or-no question',
      text: "The answers that `when` waits for. `uncertain` is one that every question can have.",
    },
  ],
  [
    "otherwise",
    {
      takes: "`True` or `False`",
      otherwise: "`False`",
      text: "Runs the task for every answer that no other task lists and that is not dropped.",
    },
  ],
  [
    "prompt",
    {
      takes: "a string, or one joined with text from outside",
      text: "What the agent is told. Inputs and, in a loop, the review are added when it runs.",
    },
  ],
  [
    "harness",
    {
      takes: "a string or `None`",
      otherwise: "the launch's or the manifest's",
      text: "Which agent program runs the task.",
    },
  ],
  [
    "model",
    {
      takes: "a string or `None`",
      otherwise: "the launch's or the manifest's",
      text: "Which model the agent uses.",
    },
  ],
  [
    "effort",
    {
      takes: "a string or `None`",
      otherwise: "the launch's or the manifest's",
      text: "How much the model is to think: `low`, `medium`, `high`, `xhigh`, `max`.",
    },
  ],
  [
    "sandbox",
    {
      takes: "a string or `None`",
      otherwise: NONE,
      text: "A named sandbox of the manifest. Not supported yet.",
    },
  ],
  [
    "session",
    {
      takes: "a `session(…)`, or the name of one",
      otherwise: NONE,
      text: "The conversation that the task's turn continues. Tasks of one conversation follow each other along dependencies.",
    },
  ],
  [
    "repair",
    {
      takes: `${WHOLE} from 0 to 3`,
      otherwise: "0",
      text: "How many more turns the agent has to put a result right that its declarations refuse.",
    },
  ],
  [
    "run",
    {
      takes: TEXT,
      text: "The command, run with `sh -c` in the task's workspace. Its last line of output is the result, as JSON.",
    },
  ],
  [
    "threshold",
    {
      takes: "a number",
      otherwise: NONE,
      text: "The bound that the output's `score` must keep, itself included. Needs `direction`.",
    },
  ],
  [
    "direction",
    { takes: '`"lower"` or `"higher"`', otherwise: NONE, text: "Which scores are better." },
  ],
  ["top_k.direction", { takes: '`"lower"` or `"higher"`', text: "Which scores are better." }],
  [
    "skill",
    {
      takes: "the path of a folder of the pack",
      text: "The folder whose `SKILL.md` is the prompt; its front matter is left out.",
    },
  ],
  [
    "args",
    {
      takes: "a dict from name to string, number, truth value or list",
      otherwise: "no inputs",
      text: "Inputs that are written below the skill's text, in the order of their names.",
    },
  ],
  [
    "destination",
    {
      takes: '`{"kind": "slack"}`',
      text: "Where the report goes; the operator binds it to an address.",
    },
  ],
  [
    "template",
    {
      takes: "a path of the pack",
      otherwise: "the report's card alone",
      text: "The file whose text is the report.",
    },
  ],
  [
    "report.result",
    { takes: TASK, otherwise: NONE, text: "The task whose output the report shows." },
  ],
  [
    "severity_field",
    { takes: TEXT, otherwise: NONE, text: "The field of `result` that says how bad it is." },
  ],
  [
    "path",
    { takes: TEXT, text: "A file of the pack: relative, inside it, no link on the way, UTF-8." },
  ],
  [
    "task",
    {
      takes: TASK,
      text: "The dependency that may settle `not_taken` without this task being taken along.",
    },
  ],
  [
    "tasks by position",
    {
      takes: "a list of tasks",
      otherwise: "the arguments by name",
      text: "An older spelling of `default_autoresearch([…])`.",
    },
  ],
  [
    "default_autoresearch.tasks",
    { takes: "a list of tasks", text: "An author's own tasks between `propose` and `apply`." },
  ],
  [
    "type",
    {
      takes: '`"playbook"`, `"autoresearch"` or `"custom"`, written as a literal',
      otherwise: '`"autoresearch"`',
      text: "The lane: which functions exist, and which rules govern budget and completion.",
    },
  ],
  [
    "workflow.tasks",
    {
      takes: "a list of tasks",
      text: "Every task of the workflow; their order is the order of dispatch. Required unless tasks are given by position.",
    },
  ],
  [
    "workflow.result",
    {
      takes: TASK,
      otherwise: NONE,
      text: "The task whose output is the run's outcome. Required in the lane `autoresearch`.",
    },
  ],
  [
    "history_record",
    {
      takes: TASK,
      otherwise: NONE,
      text: "The task whose output is the run's record, for `history` of later runs. Playbooks only.",
    },
  ],
  [
    "questions",
    {
      takes: "a dict from id to `noul(…)`, `choice(…)`, `score(…)` or `pick(…)`",
      text: "What is asked. `route.id` is a question's answer, for `when`.",
    },
  ],
  [
    "min_confidence",
    {
      takes: "a number above 0, 1 at the most",
      otherwise: NONE,
      text: "A model answers; below this confidence the answer is `uncertain`. One of the three deciders.",
    },
  ],
  [
    "route.source",
    {
      takes: TASK,
      otherwise: NONE,
      text: "Fields of this dependency's output are the answers. One of the three deciders.",
    },
  ],
  [
    "human",
    {
      takes: "`True` or `False`",
      otherwise: "`False`",
      text: "A person answers. One of the three deciders.",
    },
  ],
  [
    "review",
    {
      takes: "a path of the pack",
      otherwise: NONE,
      text: "The template of what the person reads; with `human = True` only.",
    },
  ],
  [
    "files",
    {
      takes: "a list of paths",
      otherwise: "`[]`",
      text: "Files with a schema, declared by dependencies, that the model reads; with `min_confidence` only.",
    },
  ],
  ["ask", { takes: TEXT, text: "The question." }],
  [
    "drop",
    {
      takes: "a label or a list of labels",
      otherwise: "`[]`",
      text: "Answers that lead nowhere on purpose. Every other answer of a question that some `when` names must be listed by a task.",
    },
  ],
  [
    "options",
    {
      takes: "a list of labels, a dict from label to description or `None`, or `producer.field`",
      text: "What can be chosen; a list that a task gives is known when it runs.",
    },
  ],
  [
    "levels",
    {
      takes: "a list of labels, or a dict from label to description or `None`",
      text: "The levels, lowest first.",
    },
  ],
  [
    "multiple",
    {
      takes: "`True` or `False`",
      otherwise: "`False`",
      text: "Whether several may be chosen; on a route that a person answers only.",
    },
  ],
  ["pick.source", { takes: "`producer.field`", text: "The list of strings to pick from." }],
  ["score", { takes: TASK, text: "The task whose `score` is the candidate's." }],
  [
    "tiebreak",
    { takes: TASK, otherwise: NONE, text: "The task whose `score` decides between equal ones." },
  ],
  ["evidence", { takes: "a list of tasks or names", text: "What the grade stands on." }],
  ["measurement", { takes: TASK, text: "The `measure` or `grade` task that decides." }],
  ["k", { takes: `${WHOLE} from 1 on`, text: "How many of the dependencies are kept." }],
]);

/** Arguments that are declared only to be refused with a word on what to write. */
export const REFUSED_ARGUMENTS: ReadonlySet<string> = new Set([
  "agent.workspace",
  "skill.workspace",
  "command.workspace",
  "evaluate.workspace",
  "command.repair",
  "evaluate.repair",
]);
