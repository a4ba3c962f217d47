/** Mistakes in documents: the manifest, and plans that are written down as tables. */
import { examples } from "./example.js";

const WORKFLOW = '[workflow]\ntype = "playbook"\nfile = "workflow.star"\n';
const AGENT = '[agent]\ngoal = "try"\n';
const OK = `edition = 2\n${WORKFLOW}${AGENT}`;
const HEAD = "version = 1\n[budget]\nusd = 1\n";
/** A plan file of one command with more keys. */
const command = (rest = ""): string =>
  `${HEAD}[[task]]\nname = "a"\nkind = "command"\ncommand = "true"\n${rest}`;

export const MANIFEST_EXAMPLES = examples("manifest", [
  ["toml-syntax", "a document is no TOML", `edition = \n${WORKFLOW}${AGENT}`, OK],
  ["unknown-key", "a table has no such key", OK.replace("goal", "gaol"), OK],
  ["conflicting-keys", "two keys exclude each other", `${OK}goal_file = "goal.md"\n`, OK],
  [
    "edition",
    "a key needs a later edition of the manifest",
    `${WORKFLOW}env = ["HOME"]\n${AGENT}`,
    `edition = 2\n${WORKFLOW}env = ["HOME"]\n${AGENT}`,
  ],
  [
    "duplicate",
    "a name is given twice",
    `edition = 2\n${WORKFLOW}env = ["HOME", "HOME"]\n${AGENT}`,
    `edition = 2\n${WORKFLOW}env = ["HOME"]\n${AGENT}`,
  ],
  [
    "bad-name",
    "a name cannot be one",
    `edition = 2\n${WORKFLOW}env = ["MY HOME"]\n${AGENT}`,
    `edition = 2\n${WORKFLOW}env = ["HOME"]\n${AGENT}`,
  ],
  [
    "bad-value",
    "a value cannot be one",
    `${OK}[agent.env]\nA = "a\\u0000"\n`,
    `${OK}[agent.env]\nA = "a"\n`,
  ],
  [
    "bad-path",
    "a path does not lie where it must",
    `${OK}[workspace]\ninject = ["../a"]\n`,
    `${OK}[workspace]\ninject = ["tools"]\n`,
  ],
  ["ceiling", "a pack sets a limit that is the launch's", `${OK}[budget]\nusd = 1\n`, OK],
  [
    "missing-goal",
    "nothing says what the work is for (a warning)",
    OK.replace('goal = "try"\n', ""),
    OK,
  ],
  [
    "no-effect",
    "a key has no effect beside another (a warning)",
    `${OK}agent_cmd = "sh agent.sh"\n`,
    `${OK}backend = "command"\nagent_cmd = "sh agent.sh"\n`,
  ],
  [
    "not-supported",
    "something is known and has no effect yet (a warning or an error)",
    `${OK}[deploy]\n`,
    OK,
  ],
  [
    "components",
    "`[[component]]` tables do not make a playbook over several repositories",
    `${OK}[[component]]\ndomain = "a"\n`,
    OK,
  ],
  [
    "too-many-tasks",
    "a graph has too many tasks",
    `edition = 2\n[workflow]\ntype = "playbook"\n[[workflow.task]]\nname = "a"\nkind = "command"\ncommand = "true"\n[[workflow.task]]\nname = "b"\nkind = "command"\ncommand = "true"\n${AGENT}`,
    `edition = 2\n[workflow]\ntype = "playbook"\n[[workflow.task]]\nname = "a"\nkind = "command"\ncommand = "true"\n${AGENT}`,
    { limits: { tasksShipped: 1 } },
  ],
  [
    "undeclared-sandbox",
    "a task names a sandbox that the manifest does not declare",
    `edition = 2\n[workflow]\ntype = "playbook"\n[[workflow.task]]\nname = "a"\nkind = "agent"\nprompt = "p"\nsandbox = "yard"\n${AGENT}`,
    `edition = 2\n[workflow]\ntype = "playbook"\n[[workflow.task]]\nname = "a"\nkind = "agent"\nprompt = "p"\nsandbox = "yard"\n${AGENT}backend = "openshell"\n[agent.sandbox.yard]\n`,
  ],
]);

export const PLAN_EXAMPLES = examples("plan", [
  [
    "version",
    "a plan file is of a version that this build does not read",
    command().replace("version = 1", "version = 2"),
    command(),
  ],
  [
    "budget",
    "a plan file's budget is no amount above zero",
    command().replace("usd = 1", "usd = 0"),
    command(),
  ],
  [
    "field-not-for-kind",
    "a key does not go with the kind of task",
    command('model = "small"\n'),
    command(),
  ],
  [
    "engine-source",
    "an operation of the engine's reads what it cannot",
    command('[[task]]\nname = "b"\nkind = "engine"\nop = "measure"\nsource = "a"\n'),
    command('[[task]]\nname = "b"\nkind = "engine"\nop = "measure"\n'),
  ],
  [
    "parameter",
    "a parameter has a value that none can have",
    `${command()}[params]\nn = nan\n`,
    `${command()}[params]\nn = 1.5\n`,
  ],
  [
    "command-nul",
    "a command holds the character NUL",
    command().replace('"true"', '"true\\u0000"'),
    command(),
  ],
]);

export const JSON_EXAMPLES = examples("json", [
  [
    "json-syntax",
    "a document is no JSON",
    '{"version": 1,}',
    '{"version": 1, "budget": {"usd": 1}, "task": [{"name": "a", "kind": "command", "command": "true"}]}',
  ],
  [
    "too-large",
    "a document or a number in it is too large",
    '{"version": 1, "budget": {"usd": 1}, "task": [{"name": "a", "kind": "command", "command": "true", "max_fanout": 99999999999999999999}]}',
    '{"version": 1, "budget": {"usd": 1}, "task": [{"name": "a", "kind": "command", "command": "true"}]}',
  ],
]);
