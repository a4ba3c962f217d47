/**
 * A plan as Mermaid flowchart source: one node a task, one edge a dependency, the shape telling the kind.
 *
 * Pure text out of plan data. Nodes are numbered in declaration order (`t0`, `t1`), so a task's name is only ever a
 * quoted, escaped label and cannot break or extend the drawing.
 */
import { kindLabel, type Plan, type Task } from "@crucible/core";
import { visibleLine } from "../terminal/visible.js";

/** Flowchart source that ends without a newline. Equal plans give equal text. */
export function mermaidOf(plan: Plan): string {
  const ids = new Map(plan.tasks.map((task, index) => [task.name, `t${index}`]));
  const node = (task: Task): string => `${ids.get(task.name)}${box(task)}`;
  const main = plan.tasks.filter((task) => task.stage === "iteration");
  const epilogue = plan.tasks.filter((task) => task.stage === "epilogue");
  const lines = ["flowchart LR", ...main.map((task) => `    ${node(task)}`)];
  if (epilogue.length > 0) {
    lines.push('    subgraph epilogue["epilogue"]');
    lines.push(...epilogue.map((task) => `        ${node(task)}`), "    end");
  }
  for (const task of plan.tasks) lines.push(...edges(task, ids).map((edge) => `    ${edge}`));
  lines.push(...advisoryStyle(plan.tasks, ids).map((line) => `    ${line}`));
  return lines.join("\n");
}

/** A quoted label: entity codes for what Mermaid or the HTML in it would read as its own syntax. */
export function mermaidLabel(text: string): string {
  const escaped = visibleLine(text).replace(
    /[#&<>"`|\\[\]{}()]/g,
    (character) => `#${character.charCodeAt(0)};`,
  );
  return `"${escaped}"`;
}

/** Boxes by kind: agents rounded, commands square, evaluations six-sided, routes diamonds. */
function box(task: Task): string {
  const detail = [
    kindLabel(task),
    ...(task.over ? [`over ${task.over.task}.${task.over.field}`] : []),
    ...(task.isolation ? ["isolated"] : []),
    ...(task.required ? [] : ["advisory"]),
  ].join(", ");
  const label = `${mermaidLabel(task.name).slice(0, -1)}<br/>${mermaidLabel(detail).slice(1)}`;
  switch (task.kind) {
    case "agent":
      return `(${label})`;
    case "command":
      return `[${label}]`;
    case "evaluate":
      return `{{${label}}}`;
    case "route":
      return `{${label}}`;
    case "report":
      return `[/${label}/]`;
    case "top_k":
      return `[/${label}\\]`;
    case "engine":
      return `[[${label}]]`;
  }
}

/** Arrows into a task, in the order its dependencies are written, then the way back of a reviewer. */
function edges(task: Task, ids: ReadonlyMap<string, string>): readonly string[] {
  const own = ids.get(task.name);
  const sources = task.dependsOn.map((name) => arrow(task, name, ids.get(name), own));
  if (task.when && !task.dependsOn.includes(task.when.task)) {
    sources.push(arrow(task, task.when.task, ids.get(task.when.task), own));
  }
  const back = task.revise?.targets.map(
    (target) =>
      `${own} -.->|${mermaidLabel(`revise, ${task.revise?.maxRounds} rounds at most`)}| ${ids.get(target)}`,
  );
  return [...sources, ...(back ?? [])];
}

function arrow(task: Task, from: string, fromId?: string, toId?: string): string {
  const words = [
    ...(task.when?.task === from ? [`${task.when.question}: ${task.when.is.join(", ")}`] : []),
    ...(task.join === "all" ? [] : [task.join]),
    ...(task.optional.includes(from) ? ["optional"] : []),
  ];
  const label = words.length === 0 ? "" : `|${mermaidLabel(words.join("; "))}|`;
  return `${fromId} -->${label} ${toId}`;
}

/** Advisory tasks have dashed borders. */
function advisoryStyle(
  tasks: readonly Task[],
  ids: ReadonlyMap<string, string>,
): readonly string[] {
  const advisory = tasks.filter((task) => !task.required).map((task) => ids.get(task.name));
  if (advisory.length === 0) return [];
  return ["classDef advisory stroke-dasharray: 5 5", `class ${advisory.join(",")} advisory`];
}
