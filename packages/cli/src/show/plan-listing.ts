/**
 * The listing of a plan: every task, every bound in force, the digest, and whether it could run here. It executes
 * nothing and fits {@link LINE_WIDTH} columns (CLI-001, CLI-004, CLI-005).
 */
import type { Plan, Task } from "@crucible/core";
import type { DecisionModel } from "../host/decision-model.js";
import { columnsOf } from "../terminal/columns.js";
import { visibleLine } from "../terminal/visible.js";
import { cut, pad, wrapWords } from "../terminal/wrap.js";
import { plainUsd } from "./amounts.js";
import { taskDetail, taskFacts } from "./task-facts.js";

const NAME_COLUMN = 20;
const DETAIL_COLUMN = 28;
const FACT_INDENT = " ".repeat(NAME_COLUMN + 3);
const VALUE_LENGTH_SHOWN = 60;
/** A longer one stands below its task as well, whole. */
const NEEDS_LENGTH_SHOWN = 24;

/** What a listing shows beside the plan. */
export interface ListingFacts {
  /** The tasks in topological order, ties in declaration order. */
  readonly order: readonly Task[];
  /** The cost ceiling in dollars, when one is known. */
  readonly budgetUsd?: number;
  /** Names and values of the bounds in force, in the order shown. */
  readonly bounds: readonly (readonly [name: string, value: string])[];
  /** Names of tasks that this place cannot run. */
  readonly unrunnable: ReadonlySet<string>;
  /** A line a capability that they lack. */
  readonly missing: readonly string[];
  /** Names of agent tasks whose turns nothing can end before they end themselves. */
  readonly uninterruptible: ReadonlySet<string>;
  /** Who answers the routes that a model decides, where one is bound. */
  readonly decisionModel: DecisionModel | undefined;
  /** `runnable`, or why nothing would be dispatched. */
  readonly verdict: string;
}

/** The whole listing, without a final newline. */
export function planListing(plan: Plan, facts: ListingFacts): string {
  return [
    headline(plan, facts),
    ...(plan.reason === "" ? [] : wrapWords(wordsOf(`reason: ${plan.reason}`), "", "  ")),
    ...facts.order.flatMap((task) => taskLines(task, facts)),
    ...valueLines(plan),
    "bounds in force",
    ...boundLines(facts.bounds),
    ...decisionLines(plan, facts.decisionModel),
    ...facts.missing.flatMap((line) => wrapWords(wordsOf(line), "", "  ")),
    `digest: ${plan.digest}`,
    ...wrapWords(wordsOf(`verdict: ${facts.verdict}`), "", "  "),
  ].join("\n");
}

function headline(plan: Plan, facts: ListingFacts): string {
  const count = plan.tasks.length === 1 ? "1 task" : `${plan.tasks.length} tasks`;
  const budget =
    facts.budgetUsd === undefined ? "no budget yet" : `budget ${plainUsd(facts.budgetUsd)}`;
  return `plan v${plan.version} — ${count}, ${budget}`;
}

function taskLines(task: Task, facts: ListingFacts): readonly string[] {
  const unrunnable = facts.unrunnable.has(task.name);
  const name = visibleLine(task.name);
  const short = [...name].length <= NAME_COLUMN;
  const needs = visibleLine(task.needs);
  const columns = [
    `  ${pad(short ? name : "", NAME_COLUMN)}`,
    pad(taskDetail(task, DETAIL_COLUMN), DETAIL_COLUMN),
    `needs=${pad(cut(needs, NEEDS_LENGTH_SHOWN), 8)}`,
    task.required ? "required " : "advisory ",
  ].join(" ");
  const deps = task.dependsOn.length === 0 ? "-" : task.dependsOn.map(visibleLine).join(", ");
  const words = ["deps:", ...deps.split(" "), ...(unrunnable ? [" [UNRUNNABLE]"] : [])];
  const declared = [
    ...(columnsOf(needs) > NEEDS_LENGTH_SHOWN ? [`needs ${needs}`] : []),
    ...taskFacts(task),
    ...(facts.uninterruptible.has(task.name) ? ["a turn cannot be interrupted"] : []),
  ];
  return [
    ...(short ? [] : wrapWords([name], "  ", "  ")),
    ...wrapWords(words, columns, FACT_INDENT),
    ...(declared.length === 0
      ? []
      : wrapWords(wordsOf(declared.join(" · ")), FACT_INDENT, FACT_INDENT)),
  ];
}

function boundLines(bounds: ListingFacts["bounds"]): readonly string[] {
  const width = Math.max(NAME_COLUMN, ...bounds.map(([name]) => name.length));
  return bounds.flatMap(([name, value]) =>
    wrapWords(wordsOf(value), `  ${pad(name, width)} `, " ".repeat(width + 3)),
  );
}

/** Only where the plan asks a decision model anything. */
function decisionLines({ tasks }: Plan, model: DecisionModel | undefined): readonly string[] {
  const asks = tasks.some((task) => task.kind === "route" && task.decider.kind === "model");
  if (!asks || model === undefined) return [];
  const { words, credential } = model;
  const key =
    credential === undefined
      ? "no credential"
      : `credential in ${credential.variable} (${credential.isSet ? "set" : "not set"})`;
  return wrapWords(wordsOf(`decision model: ${words}, ${key}`), "", "  ");
}

/** Bound parameters and launch settings: both are part of what the digest covers. */
function valueLines(plan: Plan): readonly string[] {
  const params = plan.params.map(({ name, value, supplied }) =>
    valueLine(name, JSON.stringify(value), supplied ? "supplied" : "default"),
  );
  const settings = plan.settings.map(({ address, value }) => valueLine(address, value, "setting"));
  return [...(params.length > 0 ? ["parameters"] : []), ...params, ...settings];
}

function valueLine(name: string, value: string, origin: string): string {
  const shown = cut(visibleLine(value), VALUE_LENGTH_SHOWN);
  return `  ${pad(cut(visibleLine(name), NAME_COLUMN), NAME_COLUMN)} ${shown} (${origin})`;
}

function wordsOf(text: string): readonly string[] {
  return text.split(" ").filter((word) => word !== "");
}
