/**
 * Asks: work for another run that a passing task of a playbook describes in the field `asks` of its output. They are
 * recorded and nothing else: who takes them, and whether at all, is decided elsewhere, and a run starts none of its own
 * (WIRE-030).
 */
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Lane,
  ownField,
  type Task,
} from "@crucible/core";

/** Longest asks of one task, in characters of their JSON: they stand on a line of the log. */
const ASKS_CHARACTERS_MAX = 65_536;

/** The asks of an output; none where the field is no list. */
function asksIn(lane: Lane, output: JsonValue | undefined): readonly JsonValue[] {
  if (lane !== "playbook" || !isJsonObject(output)) return [];
  const asks = ownField(output, "asks");
  return Array.isArray(asks) ? (asks as readonly JsonValue[]) : [];
}

/** What the task asks for once it passed; empty when it asks for nothing, or asks wrongly. */
export function asksOf(
  lane: Lane,
  task: Task,
  output: JsonValue | undefined,
): readonly JsonValue[] {
  const speaks = task.kind === "agent" || task.kind === "command" || task.kind === "evaluate";
  return speaks && askProblems(lane, output).length === 0 ? asksIn(lane, output) : [];
}

/** What is wrong with the asks of an output that would pass; an ask that says too little is refused, not left out. */
export function askProblems(lane: Lane, output: JsonValue | undefined): readonly string[] {
  const asks = asksIn(lane, output);
  if (asks.length === 0) return asks as readonly never[];
  if (JSON.stringify(asks).length > ASKS_CHARACTERS_MAX) {
    return [`output field "asks" is longer than the ${ASKS_CHARACTERS_MAX} characters allowed`];
  }
  for (const [index, ask] of asks.entries()) {
    const problem = askProblem(ask);
    if (problem !== undefined) return [`output field "asks": ask ${index + 1} ${problem}`];
  }
  return [];
}

/** Whether something is one of its declared three: a key, a workflow and that workflow's parameter values. */
function askProblem(ask: JsonValue): string | undefined {
  if (!isJsonObject(ask)) return "is no object with a key, a workflow and params";
  for (const field of ["key", "workflow"]) {
    const value = ownField(ask, field);
    if (typeof value !== "string" || value.trim() === "") return `has no ${field}`;
  }
  if (!isJsonObject(ownField(ask, "params"))) return "has no params";
  return otherField(ask);
}

/** An ask carries no file content and nothing else that a receiver would not look at. */
function otherField(ask: JsonObject): string | undefined {
  const other = Object.keys(ask).find((name) => !["key", "workflow", "params"].includes(name));
  return other === undefined
    ? undefined
    : `has a field ${JSON.stringify(other)}; an ask is a key, a workflow and params`;
}
