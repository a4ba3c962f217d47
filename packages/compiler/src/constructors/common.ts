/** The arguments that agent, skill, command and evaluate tasks share. */
import { bareTask, type Join, type Revise, type Stage, type TaskCommon } from "@crucible/core";
import { type HostParameter, StarlarkList, StarlarkTuple, type Value } from "@crucible/starlark";
import type { Arguments } from "./arguments.js";
import { readCondition, WHEN_PARAMETERS } from "./condition.js";
import { readEmits, readEmitsFiles } from "./declarations.js";
import { readDependencies } from "./dependencies.js";

/** One empty list for all tasks. */
const NONE: readonly never[] = Object.freeze([]);

export const JOINS: readonly Join[] = ["all", "passed", "settled"];
export const STAGES: readonly Stage[] = ["iteration", "epilogue"];

/** A parameter that must be named and may be left out. */
export function optionalParameter(name: string): HostParameter {
  return { name, kind: "named", optional: true };
}

/** A parameter that must be named and given. */
export function requiredParameter(name: string): HostParameter {
  return { name, kind: "named" };
}

export const COMMON_PARAMETERS: readonly HostParameter[] = [
  requiredParameter("name"),
  ...[
    "depends_on",
    "needs",
    "join",
    "required",
    "isolated",
    "stage",
    "emits",
    "emits_files",
    "over",
    "max_fanout",
    "keyed",
    "revise",
    "max_rounds",
    "timeout",
    "history",
    "workspace",
  ].map(optionalParameter),
  ...WHEN_PARAMETERS,
];

export interface CommonReading {
  /** The constructor's own, to be completed: a copy of so many fields costs as much as all the rest of a task. */
  readonly common: TaskCommon;
  readonly otherwise: boolean;
}

export function readCommon(args: Arguments): CommonReading {
  refuseWorkspace(args);
  const over = args.output("over");
  const maxFanout = args.integer("max_fanout");
  const timeoutMs = args.durationMs("timeout");
  const history = args.integer("history");
  const revise = readRevise(args);
  const condition = readCondition(args);
  // Written into one object: a source makes tasks by the ten thousand.
  const common: Unfinished<TaskCommon> = bareTask(args.text("name"));
  const { dependsOn, optional } = readDependencies(args);
  common.dependsOn = dependsOn;
  common.optional = optional;
  if (args.value("needs") !== undefined) common.needs = args.text("needs");
  common.required = args.boolean("required", true);
  if (args.boolean("isolated", false)) common.isolation = "worktree";
  common.join = args.choice("join", JOINS) ?? "all";
  common.stage = args.choice("stage", STAGES) ?? "iteration";
  common.emits = readEmits(args);
  common.emitsFiles = readEmitsFiles(args);
  common.keyed = readKeyed(args);
  if (over) common.over = over;
  if (maxFanout !== undefined) common.maxFanout = maxFanout;
  if (timeoutMs !== undefined) common.timeoutMs = timeoutMs;
  if (history !== undefined) common.history = history;
  if (revise) common.revise = revise;
  if (condition) common.when = condition.when;
  return { common, otherwise: condition?.otherwise ?? false };
}

/** A task while its constructor still writes it. */
type Unfinished<T> = { -readonly [Key in keyof T]: T[Key] };

/** Other spellings of isolation are in use; the one that works is worth naming. */
function refuseWorkspace(args: Arguments): void {
  if (args.value("workspace") === undefined) return;
  const message = `${args.call.name}() has no argument "workspace"; isolated = True gives the task a private clone`;
  args.fail("workspace", "unknown-argument", message, { suggestion: "isolated" });
}

/** An object with the field, or without it when there is no value. */
export function optionalField<K extends string, V>(
  key: K,
  value: V | undefined,
): { readonly [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: V };
}

/** One `producer.field` or a list of them. */
export function readKeyed(args: Arguments): TaskCommon["keyed"] {
  const value = args.filled("keyed");
  if (value === undefined) return NONE;
  return listed(value).map((item) => args.outputOf("keyed", item));
}

/** One task or a list of them, with the number of rounds; both or neither (DSL-098). */
function readRevise(args: Arguments): Revise | undefined {
  const value = args.filled("revise");
  const maxRounds = args.integer("max_rounds");
  if (value === undefined && maxRounds === undefined) return undefined;
  if (value === undefined) {
    return args.fail("max_rounds", "revise", "max_rounds needs revise, the tasks to send back");
  }
  if (maxRounds === undefined) {
    return args.fail("revise", "revise", "revise needs max_rounds, from 2 to 5");
  }
  return { targets: listed(value).map((item) => args.taskOf("revise", item)), maxRounds };
}

function listed(value: Value): readonly Value[] {
  const isList = value instanceof StarlarkList || value instanceof StarlarkTuple;
  return isList ? value.items : [value];
}
