/** What a listing says about one task beyond its name: the detail in brackets, and every bound and rule it declares. */
import {
  type FileDeclaration,
  formatDuration,
  kindLabel,
  markExternal,
  type Task,
} from "@crucible/core";
import { visibleLine } from "../terminal/visible.js";
import { cut } from "../terminal/wrap.js";

/** `agent[claude/opus]`, `command[./check.sh]`, `top_k[k=1]`; the text in brackets is cut to fit `length` code points. */
export function taskDetail(task: Task, length: number): string {
  const { inside, after } = detailParts(task);
  const label = kindLabel(task);
  if (inside === undefined) return `${label}${after}`;
  const room = length - label.length - after.length - 2;
  return `${label}[${cut(visibleLine(inside), Math.max(4, room))}]${after}`;
}

function detailParts(task: Task): { readonly inside?: string; readonly after: string } {
  switch (task.kind) {
    case "agent":
      return { inside: agentChoice(task.harness, task.model, task.effort), after: "" };
    case "command":
      return { inside: task.command, after: "" };
    case "evaluate":
      return { inside: task.command, after: thresholdOf(task) };
    case "top_k":
      return { inside: `k=${task.k}`, after: "" };
    case "route":
      return { inside: task.decider.kind, after: "" };
    case "report":
    case "engine":
      return { after: "" };
  }
}

function agentChoice(harness: string | null, model: string | null, effort: string | null): string {
  if (harness === null && model === null && effort === null) return "default";
  const choice = `${harness ?? "default"}/${model ?? "default"}`;
  return effort === null ? choice : `${choice} ${effort}`;
}

function thresholdOf(task: Extract<Task, { kind: "evaluate" }>): string {
  if (task.threshold === undefined) return "";
  return task.direction === "higher" ? ` Higher ${task.threshold}` : ` Lower ${task.threshold}`;
}

/** Bounds and rules of a task that are not at their default, each a short phrase. */
export function taskFacts(task: Task): readonly string[] {
  const facts = [taskBounds(task), placeFacts(task), promiseFacts(task), outsideFacts(task)];
  return facts.flat().map(visibleLine);
}

/** The line that opens text from outside the pack in a prompt. */
const [, OPEN_LINE = ""] = markExternal("").split("\n");

/** Where somebody else's words stand in a prompt, and what cannot reach anybody: what to look at before a run is paid. */
function outsideFacts(task: Task): readonly string[] {
  if (task.kind === "report") return ["its delivery is not supported yet: it fails"];
  if (task.kind !== "agent") return [];
  const count = task.prompt.split(OPEN_LINE).length - 1;
  if (count === 0) return [];
  return [`prompt holds ${count === 1 ? "a span" : `${count} spans`} of text from outside`];
}

/** The bounds that a task declares, each a short phrase. */
export function taskBounds(task: Task): readonly string[] {
  return [
    ...(task.timeoutMs === undefined ? [] : [`timeout ${formatDuration(task.timeoutMs)}`]),
    ...(task.over === undefined
      ? []
      : [`one an item of ${task.over.task}.${task.over.field}, ${task.maxFanout} at most`]),
    ...(task.revise === undefined
      ? []
      : [`revises ${task.revise.targets.join(", ")}, ${task.revise.maxRounds} rounds at most`]),
    ...(task.repair === 0 ? [] : [`${task.repair} repair turns at most`]),
    ...(task.history === undefined ? [] : [`reads ${task.history} earlier records at most`]),
    ...(task.kind === "route" && task.decider.kind === "model"
      ? [`confidence ${task.decider.minConfidence} at least`]
      : []),
  ];
}

function placeFacts(task: Task): readonly string[] {
  return [
    ...(task.stage === "epilogue" ? ["epilogue"] : []),
    ...(task.isolation === null ? [] : ["isolated"]),
    ...(task.session === undefined ? [] : [`session ${task.session}`]),
    ...(task.join === "all" ? [] : [`join ${task.join}`]),
    ...(task.optional.length === 0 ? [] : [`optional ${task.optional.join(", ")}`]),
    ...(task.when === undefined
      ? []
      : [`when ${task.when.task}.${task.when.question} is ${task.when.is.join(" or ")}`]),
    ...(task.keyed.length === 0
      ? []
      : [`keyed ${task.keyed.map(({ task: from, field }) => `${from}.${field}`).join(", ")}`]),
  ];
}

function promiseFacts(task: Task): readonly string[] {
  return [
    ...(task.emits.length === 0 ? [] : [`emits ${task.emits.map(({ name }) => name).join(", ")}`]),
    ...(task.emitsFiles.length === 0 ? [] : [`files ${task.emitsFiles.map(filePath).join(", ")}`]),
  ];
}

function filePath(file: FileDeclaration): string {
  return file.path;
}
