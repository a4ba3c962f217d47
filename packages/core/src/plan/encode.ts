/**
 * The wire form of tasks and plans: the JSON that goes into plan files, run headers and digests.
 *
 * Keys that stand at their default are left out where the format says so; everything else is always written, so that
 * two plans are equal exactly when their texts are. Reading this form back is `@crucible/core/wire`.
 */
import type { JsonObject, JsonValue } from "../json/json.js";
import { formatDuration } from "../time/duration.js";
import type { EmitField, FieldType, FileDeclaration } from "./emits.js";
import type { OutputField } from "./output-field.js";
import { encodeParam, type Plan } from "./plan.js";
import type { Decider, LabelOption, Question } from "./route.js";
import type { Revise, Task } from "./task.js";

type Fields = { [key: string]: JsonValue };

/** One task in the order of keys that the format fixes. */
export function encodeTask(task: Task): JsonObject {
  const out: Fields = { name: task.name, kind: task.kind, ...kindFields(task) };
  out["depends_on"] = task.dependsOn;
  if (task.optional.length > 0) out["optional"] = task.optional;
  if (task.session !== undefined) out["session"] = task.session;
  out["needs"] = task.needs;
  out["required"] = task.required;
  out["isolation"] = task.isolation;
  out["join"] = task.join;
  if (task.stage !== "iteration") out["stage"] = task.stage;
  if (task.emits.length > 0) out["emits"] = encodeEmits(task.emits);
  if (task.emitsFiles.length > 0) out["emits_files"] = task.emitsFiles.map(encodeFile);
  if (task.over) out["over"] = encodeOutputField(task.over);
  if (task.maxFanout !== undefined) out["max_fanout"] = task.maxFanout;
  if (task.keyed.length > 0) out["keyed"] = task.keyed.map(encodeOutputField);
  if (task.when) {
    out["when"] = { task: task.when.task, question: task.when.question, is: task.when.is };
  }
  if (task.revise) out["revise"] = encodeRevise(task.revise);
  if (task.timeoutMs !== undefined) out["timeout"] = formatDuration(task.timeoutMs);
  if (task.history !== undefined) out["history"] = task.history;
  if (task.repair > 0) out["repair"] = task.repair;
  return out;
}

/** The whole plan without its digests; `budget` only where the plan carries one. */
export function encodePlan(plan: Omit<Plan, "digest" | "definitionDigests">): JsonObject {
  const out: Fields = { version: plan.version, lane: plan.lane };
  if (plan.reason !== "") out["reason"] = plan.reason;
  if (plan.budgetUsd !== undefined) out["budget"] = { usd: plan.budgetUsd };
  if (plan.result !== undefined) out["result"] = plan.result;
  if (plan.historyRecord !== undefined) out["history_record"] = plan.historyRecord;
  if (plan.params.length > 0) {
    out["params"] = plan.params.map(({ name, value, supplied }) => ({
      name,
      value: encodeParam(value),
      supplied,
    }));
  }
  if (plan.settings.length > 0) {
    out["settings"] = plan.settings.map(({ address, value }) => ({ address, value }));
  }
  out["task"] = plan.tasks.map(encodeTask);
  return out;
}

function kindFields(task: Task): Fields {
  switch (task.kind) {
    case "agent":
      return {
        prompt: task.prompt,
        harness: task.harness,
        model: task.model,
        effort: task.effort,
        ...(task.sandbox === undefined ? {} : { sandbox: task.sandbox }),
      };
    case "command":
      return { command: task.command };
    case "evaluate":
      return {
        command: task.command,
        // Adding zero turns -0, which no canonical text can hold, into the 0 that it equals.
        ...(task.threshold === undefined ? {} : { threshold: task.threshold + 0 }),
        ...(task.direction === undefined ? {} : { direction: task.direction }),
      };
    case "report":
      return {
        destination: { [task.destination.kind]: {} },
        template: task.template,
        ...(task.result === undefined ? {} : { result: task.result }),
        ...(task.severityField === undefined ? {} : { severity_field: task.severityField }),
      };
    case "top_k":
      return { k: task.k, direction: task.direction };
    case "route":
      return { questions: encodeQuestions(task.questions), decider: encodeDecider(task.decider) };
    case "engine":
      return {
        op: task.op,
        ...(task.source === undefined ? {} : { source: task.source }),
        ...(task.tiebreak === undefined ? {} : { tiebreak: task.tiebreak }),
      };
  }
}

/** The list form when no field has a type, else the table form. */
export function encodeEmits(emits: readonly EmitField[]): JsonValue {
  if (emits.every((field) => field.type === undefined)) return emits.map((field) => field.name);
  const table: Fields = Object.create(null) as Fields;
  for (const field of emits) table[field.name] = field.type ? encodeFieldType(field.type) : null;
  return table;
}

function encodeFieldType(type: FieldType): JsonValue {
  switch (type.kind) {
    case "token":
      return type.token;
    case "labels":
      return type.labels;
    case "schema":
      return { schema: type.schema };
  }
}

export function encodeFile(file: FileDeclaration): JsonValue {
  return file.schema === undefined ? file.path : { path: file.path, schema: file.schema };
}

function encodeOutputField(field: OutputField): JsonObject {
  return { task: field.task, field: field.field };
}

function encodeRevise(revise: Revise): JsonObject {
  const [only, ...others] = revise.targets;
  return only !== undefined && others.length === 0
    ? { task: only, max_rounds: revise.maxRounds }
    : { tasks: revise.targets, max_rounds: revise.maxRounds };
}

function encodeQuestions(questions: readonly Question[]): JsonObject {
  const table: Fields = Object.create(null) as Fields;
  for (const question of questions) table[question.id] = encodeQuestion(question);
  return table;
}

function encodeQuestion(question: Question): JsonObject {
  const out: Fields = { instructions: question.instructions, type: question.type };
  if (question.type === "choice") {
    out["options"] =
      "task" in question.options
        ? encodeOutputField(question.options)
        : question.options.map(encodeOption);
    if (question.multiple) out["multiple"] = true;
  }
  if (question.type === "score") out["levels"] = question.levels.map(encodeOption);
  if (question.type === "pick") {
    out["source"] = encodeOutputField(question.source);
    if (question.multiple) out["multiple"] = true;
  }
  if (question.drop.length > 0) out["drop"] = question.drop;
  return out;
}

function encodeOption(option: LabelOption): JsonObject {
  return option.description === undefined
    ? { label: option.label }
    : { label: option.label, description: option.description };
}

function encodeDecider(decider: Decider): JsonObject {
  switch (decider.kind) {
    case "model":
      return {
        kind: "model",
        min_confidence: decider.minConfidence,
        ...(decider.files.length === 0 ? {} : { files: decider.files }),
      };
    case "output":
      return { kind: "output", task: decider.task };
    case "human":
      return {
        kind: "human",
        ...(decider.review === undefined ? {} : { review: decider.review }),
      };
  }
}
