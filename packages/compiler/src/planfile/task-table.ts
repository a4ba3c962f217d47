/** One `[[task]]` table: its kind decides which fields it may have beside those of every task. */
import type { Task, TaskCommon, TaskKind } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { TableReader } from "../document/table-reader.js";
import { readCommon } from "./graph-fields.js";
import { readDecider, readQuestions } from "./route-fields.js";
import {
  present,
  readInteger,
  readNullableText,
  readNumber,
  readRequiredText,
  requireKey,
} from "./values.js";

const KINDS: readonly TaskKind[] = [
  "agent",
  "command",
  "evaluate",
  "report",
  "top_k",
  "route",
  "engine",
];

/** The kinds that have each field of their own; a field on another kind is a slip worth a plain word (PLAN-010). */
const OWN_FIELDS: ReadonlyMap<string, readonly TaskKind[]> = new Map<string, TaskKind[]>([
  ["prompt", ["agent"]],
  ["harness", ["agent"]],
  ["model", ["agent"]],
  ["effort", ["agent"]],
  ["sandbox", ["agent"]],
  ["command", ["command", "evaluate"]],
  ["threshold", ["evaluate"]],
  ["direction", ["evaluate", "top_k"]],
  ["destination", ["report"]],
  ["template", ["report"]],
  ["result", ["report"]],
  ["severity_field", ["report"]],
  ["k", ["top_k"]],
  ["questions", ["route"]],
  ["decider", ["route"]],
  ["op", ["engine"]],
  ["source", ["engine"]],
  ["tiebreak", ["engine"]],
]);

/** The task, or nothing when a part is missing that no default stands for; problems are reported on the way. */
export function readTask(table: TableReader): Task | undefined {
  const common = readCommon(table);
  requireKey(table, "kind");
  const kind = table.choice("kind", KINDS);
  if (kind === undefined) return undefined;
  const task = readKind(table, kind, common);
  for (const [field, kinds] of OWN_FIELDS) {
    if (!table.has(field) || kinds.includes(kind)) continue;
    table.take(field);
    const message = `${table.title}: ${field} applies to ${kinds.join(" and ")} tasks, and this is ${kindWords(kind)}`;
    table.report("field-not-for-kind", message, table.keySpan(field));
  }
  table.close();
  return task;
}

function readKind(table: TableReader, kind: TaskKind, common: TaskCommon): Task | undefined {
  switch (kind) {
    case "agent":
      return {
        kind,
        prompt: readRequiredText(table, "prompt"),
        harness: readNullableText(table, "harness"),
        model: readNullableText(table, "model"),
        effort: readNullableText(table, "effort"),
        ...present("sandbox", table.text("sandbox")),
        ...common,
      };
    case "command":
      return { kind, command: readRequiredText(table, "command"), ...common };
    case "evaluate":
      return {
        kind,
        command: readRequiredText(table, "command"),
        ...present("threshold", readNumber(table, "threshold")),
        ...present("direction", readDirection(table)),
        ...common,
      };
    case "report":
      readDestination(table);
      return {
        kind,
        destination: { kind: "slack" },
        template: table.text("template") ?? "",
        ...present("result", table.text("result")),
        ...present("severityField", table.text("severity_field")),
        ...common,
      };
    case "top_k": {
      requireKey(table, "k");
      requireKey(table, "direction");
      const k = readInteger(table, "k");
      const direction = readDirection(table);
      return k === undefined || direction === undefined
        ? undefined
        : { kind, k, direction, ...common };
    }
    case "route": {
      const questions = readQuestions(table);
      const decider = readDecider(table);
      return decider && { kind, questions, decider, ...common };
    }
    case "engine":
      return readEngine(table, common);
  }
}

function readDirection(table: TableReader): "lower" | "higher" | undefined {
  return table.choice("direction", ["lower", "higher"]);
}

/** `{ slack = {} }`: a destination the engine knows, never an address (EPI-029, EPI-040). */
function readDestination(table: TableReader): void {
  if (!requireKey(table, "destination")) return;
  const below = table.table("destination", table.place("destination"));
  if (!below) return;
  below.table("slack", `${below.title}.slack`)?.close();
  for (const [key, { key: span }] of below.node.entries) {
    if (key === "slack") continue;
    below.take(key);
    const message = `${table.title}: unknown destination ${quote(key)}; the only destination is slack`;
    below.report("destination", message, span);
  }
  if (below.node.entries.size === 0) {
    below.report("destination", `${table.title}: destination names none; write slack`, below.node);
  }
}

function readEngine(table: TableReader, common: TaskCommon): Task | undefined {
  requireKey(table, "op");
  const op = table.choice("op", ["propose", "apply", "measure", "grade", "decide", "measure_diff"]);
  const source = table.text("source");
  const tiebreak = table.text("tiebreak");
  if (op === undefined) return undefined;
  return {
    kind: "engine",
    op,
    ...present("source", source),
    ...present("tiebreak", tiebreak),
    ...common,
  };
}

function kindWords(kind: TaskKind): string {
  return `${kind.startsWith("a") || kind.startsWith("e") ? "an" : "a"} ${kind} task`;
}
