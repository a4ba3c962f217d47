/**
 * What a pack holds and asks for, for somebody who decides whether to run it: every file, every credential by name, every
 * bound, and everything by which a run would touch more than its own workspace. Values of variables are never shown.
 */
import type { Manifest, ManifestWorkspace } from "@crucible/compiler";
import type { Pack, Plan, RouteTask, Task } from "@crucible/core";
import type { DecisionModel } from "../host/decision-model.js";
import { columnsOf } from "../terminal/columns.js";
import { visibleLine } from "../terminal/visible.js";
import { pad, wrapWords } from "../terminal/wrap.js";
import { wholeBytes } from "./amounts.js";
import { taskBounds } from "./task-facts.js";

const NAME_COLUMN = 28;

type Line = readonly [name: string, value: string];

export interface PackFacts {
  readonly pack: Pack;
  readonly plan: Plan;
  /** Absent where a source stands by itself. */
  readonly manifest: Manifest | undefined;
  /** Bounds of a run and of what is read before one. */
  readonly bounds: readonly Line[];
  /** Whether the environment has a variable: `set`, `empty` or `not set`. */
  readonly standingOf: (variable: string) => string;
  /** Who answers the routes that a model decides, where one is bound. */
  readonly decisionModel: DecisionModel | undefined;
}

/** All sections, without a final newline. */
export function packListing(facts: PackFacts): string {
  const { pack, plan, manifest, bounds, decisionModel } = facts;
  const tasks = plan.tasks.flatMap((task): Line[] => {
    const own = taskBounds(task);
    return own.length === 0 ? [] : [[`task ${task.name}`, own.join(" · ")]];
  });
  return [
    ...section("files", files(pack)),
    ...section("credentials and variables", [
      ...(manifest ? credentials(manifest, facts.standingOf) : []),
      ...credentialOf(plan, decisionModel),
    ]),
    ...section("bounds", [...bounds, ...tasks]),
    ...section("outside reach", [
      ...(manifest ? reachOf(manifest) : []),
      ...reachOfTasks(plan, decisionModel),
    ]),
  ].join("\n");
}

function section(title: string, lines: readonly Line[]): readonly string[] {
  if (lines.length === 0) return [`${title}: none`];
  return [title, ...lines.flatMap(listed)];
}

function listed([name, value]: Line): readonly string[] {
  const label = visibleLine(name);
  const words = visibleLine(value).split(" ");
  const indent = " ".repeat(NAME_COLUMN + 3);
  if (columnsOf(label) <= NAME_COLUMN)
    return wrapWords(words, `  ${pad(label, NAME_COLUMN)} `, indent);
  return [...wrapWords([label], "  ", "    "), ...wrapWords(words, indent, indent)];
}

function files({ files: held }: Pack): readonly Line[] {
  return [...held.values()].map((file) => [file.path, wholeBytes(file.bytes.length)]);
}

function credentials(
  { agent, workflow, secrets }: Manifest,
  standingOf: PackFacts["standingOf"],
): readonly Line[] {
  return [
    ...secrets.map(({ name, kind, env, path }): Line => {
      const named = env ? [`as ${env}, ${standingOf(env)}`] : [];
      const where = [...named, ...(path ? [`at ${path}`] : [])].join(" ");
      return [`secret ${name}`, `${kind} ${where}`.trim()];
    }),
    ...(workflow?.env ?? []).map(({ name, optional }): Line => {
      const missing = optional ? "may be missing" : "a run needs it";
      return [name, `from the environment, given to commands, ${standingOf(name)}; ${missing}`];
    }),
    ...[...agent.env.keys()].map((name): Line => [name, "set by the manifest, given to agents"]),
  ];
}

/** Of the decision model, where the plan asks it anything. */
function credentialOf({ tasks }: Plan, model: DecisionModel | undefined): readonly Line[] {
  if (model?.credential === undefined || !tasks.some(isAskedOfModel)) return [];
  const { variable, isSet } = model.credential;
  return [
    [variable, `from the environment, given to the decision model, ${isSet ? "set" : "not set"}`],
  ];
}

function isAskedOfModel(task: Task): boolean {
  return task.kind === "route" && task.decider.kind === "model";
}

function reachOf(manifest: Manifest): readonly Line[] {
  const { agent, repo, workspace, publish, components } = manifest;
  const agents: Line =
    agent.backend === "command"
      ? ["agents", `played by the command ${agent.agentCommand ?? ""}`]
      : ["agents", `${agent.harness} on this machine, over the network to its model`];
  return [
    agents,
    ...(repo?.url === undefined ? [] : [["repository", repo.url] as const]),
    ...(repo?.path === undefined ? [] : [["repository", `${repo.path} on this machine`] as const]),
    ...reachOfWorkspace(workspace),
    ...(publish
      ? [["pull request", `none yet: ${publish.pullRequestRepo} is not reached`] as const]
      : []),
    ...components.map(({ domain }) => ["component", domain] as const),
  ];
}

/** Files that come from elsewhere, and a command that runs before anything is bounded by a task. */
function reachOfWorkspace({ setupCommand, inject }: ManifestWorkspace): readonly Line[] {
  const outside = inject.flatMap((each) =>
    each.kind === "file" && /^(\/|\.\.(\/|$))/.test(each.source) ? [each] : [],
  );
  return [
    ...(setupCommand === undefined ? [] : [["set-up command", setupCommand] as const]),
    ...outside.map(
      ({ source, destination }) => ["file from outside", `${source} as ${destination}`] as const,
    ),
  ];
}

/** Commands, by the reach that every one of them has, and what tasks ask of people, models and channels. */
function reachOfTasks({ tasks }: Plan, model: DecisionModel | undefined): readonly Line[] {
  const isCommand = (task: Task): boolean => task.kind === "command" || task.kind === "evaluate";
  const commands = tasks.filter(isCommand).map(({ name }) => name);
  return [
    ...(commands.length === 0
      ? []
      : [["commands", `${commands.join(", ")}: with the rights of whoever runs them`] as const]),
    ...tasks.flatMap((task): readonly Line[] => {
      if (task.kind === "report") {
        return [
          ["report", `${task.name} to ${task.destination.kind}: not supported yet, it fails`],
        ];
      }
      return task.kind === "route" ? reachOfRoute(task, model) : [];
    }),
    ...tasks.flatMap(({ name, needs }): Line[] =>
      ["any", "human", "decision"].includes(needs) ? [] : [["capability", `${needs} for ${name}`]],
    ),
  ];
}

/** Who is asked, and what of the workspace a model is shown beside its inputs. */
function reachOfRoute(
  { name, decider }: RouteTask,
  model: DecisionModel | undefined,
): readonly Line[] {
  switch (decider.kind) {
    case "output":
      return [];
    case "human":
      return [["person", `asked by ${name}`]];
    case "model": {
      const who = model?.words ?? "unbound, see CRUCIBLE_INFERENCE";
      const shown = decider.files.length === 0 ? "" : `, shown ${decider.files.join(", ")}`;
      return [["decision model", `asked by ${name}${shown}; ${who}`]];
    }
  }
}
