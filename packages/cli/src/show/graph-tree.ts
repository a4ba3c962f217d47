/**
 * The graph of a run as a tree. A task stands once, below the dependency that comes last in topological order; what else it
 * depends on is named after it. Rows of instances and rounds stand below their task, before the tasks that depend on it.
 */
import type { GraphRow, GraphTask } from "../records/run-graph.js";
import { columnsOf } from "../terminal/columns.js";
import type { Palette } from "../terminal/terminal.js";
import { visibleLine } from "../terminal/visible.js";
import { cut } from "../terminal/wrap.js";
import { statusColor, unsettledState } from "./rows.js";

export interface TreeOptions {
  readonly colors: Palette;
  /** Columns that a line may take; unbounded where nobody's terminal would break it. */
  readonly width: number;
  /** Whether the run is over, so that what never began will not. */
  readonly isOver: boolean;
}

/** Tasks in topological order. */
export function graphTree(tasks: readonly GraphTask[], options: TreeOptions): string {
  const children = childrenOf(tasks);
  const lines: string[] = [];
  // A chain of tasks may be longer than the stack is deep.
  const waiting = placed(children.get("") ?? [], "", "").map((node) => ({ ...node, branch: "" }));
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { task, indent, branch } = node;
    const dependents = children.get(task.name) ?? [];
    const below = `${indent}${BELOW.get(branch) ?? ""}`;
    lines.push(...rowLines(node, below, dependents.length > 0, options));
    waiting.push(...placed(dependents, task.name, below));
  }
  return lines.join("\n");
}

interface PlacedTask {
  readonly task: GraphTask;
  /** The task below which it stands, or the empty name. */
  readonly parent: string;
  /** What stands before its branch: the lines of the branches that it lies in. */
  readonly indent: string;
  readonly branch: string;
}

/** What goes on under a branch. */
const BELOW: ReadonlyMap<string, string> = new Map([
  ["├─ ", "│  "],
  ["└─ ", "   "],
]);

/** Siblings, the one to be drawn first at the end. */
function placed(tasks: readonly GraphTask[], parent: string, indent: string): PlacedTask[] {
  const last = tasks.length - 1;
  return tasks
    .map((task, index) => ({ task, parent, indent, branch: index === last ? "└─ " : "├─ " }))
    .reverse();
}

/** The task's own line, and one for every instance or round. */
function rowLines(
  { task, parent, indent, branch }: PlacedTask,
  below: string,
  hasDependents: boolean,
  options: TreeOptions,
): readonly string[] {
  const [own, ...parts] = task.rows;
  const last = parts.length - 1;
  const facts = factsOf(task, parent);
  return [
    ...(own === undefined ? [] : [rowText(own, `${indent}${branch}`, facts, options)]),
    ...parts.map((part, index) =>
      rowText(part, `${below}${index === last && !hasDependents ? "└╌ " : "├╌ "}`, "", options),
    ),
  ];
}

/** Dependents by the name of the task below which they stand; those without a dependency under the empty name. */
function childrenOf(tasks: readonly GraphTask[]): ReadonlyMap<string, readonly GraphTask[]> {
  const positions = new Map(tasks.map(({ name }, index) => [name, index]));
  const children = new Map<string, GraphTask[]>();
  for (const task of tasks) {
    const parent = parentOf(task, positions);
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [task]);
    else siblings.push(task);
  }
  return children;
}

/** The dependency that comes last in topological order; the empty name when there is none. */
function parentOf(task: GraphTask, positions: ReadonlyMap<string, number>): string {
  let parent = "";
  for (const name of task.depends_on) {
    if (parent === "" || (positions.get(name) ?? -1) > (positions.get(parent) ?? -1)) parent = name;
  }
  return parent;
}

/** What the place of the task in the tree does not say, in brackets. */
function factsOf(task: GraphTask, parent: string): string {
  const also = task.depends_on.filter((name) => name !== parent);
  const facts = [
    ...(task.required ? [] : ["advisory"]),
    ...(task.stage === "epilogue" ? ["epilogue"] : []),
    ...(also.length === 0 ? [] : [`also after ${also.join(", ")}`]),
  ];
  return facts.length === 0 ? "" : ` [${facts.join("; ")}]`;
}

function rowText(row: GraphRow, prefix: string, facts: string, options: TreeOptions): string {
  const { colors, width } = options;
  const state = row.status ?? stateOf(row.attempts.at(-1), options.isOver);
  const output = row.output === null ? "" : `  out=${JSON.stringify(row.output)}`;
  const note = row.note === "" ? "" : `  (${row.note})`;
  const reused = row.reused === null ? "" : `  reused from ${row.reused.run}`;
  const before = `${prefix}${visibleLine(row.row)}${visibleLine(facts)}  `;
  const after = cut(
    visibleLine(`${output}${note}${reused}`),
    Math.max(1, width - columnsOf(before) - state.length),
  );
  const paint = row.status === null ? colors.dim : statusColor({ status: row.status }, colors);
  return `${before}${paint(state)}${after}`;
}

function stateOf(attempt: GraphRow["attempts"][number] | undefined, isOver: boolean): string {
  const hasBegun = attempt !== undefined && attempt.ended_at === undefined;
  return unsettledState({ isOver, hasBegun, isDriven: attempt?.outcome === "running" });
}
