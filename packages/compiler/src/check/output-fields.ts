/**
 * What the graph can know about a field that one task reads from another's output.
 *
 * A task without `emits`, and a field without a type, are read unchecked (PLAN-035). A mapped task's output is its fold,
 * except for a consumer that maps over the same list and reads its own key's instance.
 */
import { type FieldType, type OutputField, type Task, UNCERTAIN } from "@crucible/core";
import { quote } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import type { PlanPlace } from "./place.js";
import type { PlanView } from "./plan-view.js";

/** How many declared fields a message lists. */
const FIELDS_SHOWN_MAX = 12;

export type FieldReading =
  /** Nothing is declared, so nothing is checked. */
  | { readonly kind: "open" }
  | { readonly kind: "typed"; readonly type: FieldType }
  /** A list of strings that the engine itself writes. */
  | { readonly kind: "texts" }
  | { readonly kind: "absent"; readonly declared: readonly string[]; readonly why: string };

/** What `consumer` finds under `field` in the output of `producer`. */
export function readField(
  plan: PlanView,
  producer: Task,
  field: string,
  consumer: Task,
): FieldReading {
  if (producer.over && !isAligned(producer, consumer)) return foldField(producer, field);
  if (producer.kind === "route") return routeField(producer, field);
  const fields = plan.fields(producer);
  if (fields.size === 0) return { kind: "open" };
  const found = fields.get(field);
  if (!found) return absent("it emits", [...fields.keys()]);
  return found.type ? { kind: "typed", type: found.type } : { kind: "open" };
}

function absent(verb: string, declared: readonly string[]): FieldReading {
  const rest = declared.length > FIELDS_SHOWN_MAX ? ", …" : "";
  const shown = declared.slice(0, FIELDS_SHOWN_MAX).join(", ");
  return { kind: "absent", declared, why: `${verb}: ${shown}${rest}` };
}

/** Whether both map over the same list, so that an instance of one reads the same key's instance of the other. */
export function isAligned(producer: Task, consumer: Task): boolean {
  return (
    producer.over !== undefined &&
    producer.over.task === consumer.over?.task &&
    producer.over.field === consumer.over.field
  );
}

const FOLD_FIELDS: readonly string[] = [
  "failed",
  "instances",
  "not_taken",
  "order",
  "outputs",
  "passed",
];

function foldField(producer: Task, field: string): FieldReading {
  if (field === "order") return { kind: "texts" };
  if (FOLD_FIELDS.includes(field)) return { kind: "open" };
  const why = `${quote(producer.name)} is mapped and its output is the fold of its instances: ${FOLD_FIELDS.join(", ")}`;
  return { kind: "absent", declared: FOLD_FIELDS, why };
}

function routeField(producer: Task & { readonly kind: "route" }, field: string): FieldReading {
  const question = producer.questions.find(({ id }) => id === field);
  if (question?.type === "pick") return { kind: "texts" };
  if (question) return { kind: "open" };
  return absent(
    "it asks",
    producer.questions.map(({ id }) => id),
  );
}

/** What to declare for somebody who needs a list of strings. */
export const LIST_REMEDY =
  'declare it "list", or by a schema of type array whose every item is shown to be a string';

/** Whether a reading can be shown to be a list of strings; an open one counts. */
export function isListOfStrings(plan: PlanView, reading: FieldReading): boolean {
  if (reading.kind !== "typed") return reading.kind !== "absent";
  const { type } = reading;
  if (type.kind === "token") return type.token === "list" || type.token === "links";
  return type.kind === "schema" && plan.schemas.factsOf(type.schema).isListOfStrings;
}

/** Whether a declared type can be shown to be a number. */
export function isNumber(plan: PlanView, type: FieldType): boolean {
  if (type.kind === "token") return type.token === "number" || type.token === "integer";
  return type.kind === "schema" && plan.schemas.factsOf(type.schema).isNumber;
}

/** Whether a reading can be shown to be an object; an open one counts. */
export function isObject(plan: PlanView, reading: FieldReading): boolean {
  if (reading.kind === "open") return true;
  if (reading.kind !== "typed") return false;
  const { type } = reading;
  if (type.kind === "token") return type.token === "object";
  return type.kind === "schema" && plan.schemas.factsOf(type.schema).isObject;
}

/** A declared type, as messages and notes print it. */
export function typeWords(plan: PlanView, type: FieldType): string {
  switch (type.kind) {
    case "token":
      return type.token;
    case "labels":
      return `one of ${type.labels.join("|")}`;
    case "schema": {
      const { topType } = plan.schemas.factsOf(type.schema);
      return topType ? `schema (${topType})` : "schema with no single top-level type";
    }
  }
}

/** `"producer.field"`. */
export function fieldWords({ task, field }: OutputField): string {
  return quote(`${task}.${field}`);
}

/** Reports a field that the producer does not declare. */
export function reportAbsent(
  findings: Findings,
  code: string,
  place: PlanPlace,
  subject: string,
  read: OutputField,
  absent: FieldReading & { readonly kind: "absent" },
): void {
  const suggestion = findings.nearest(read.field, absent.declared);
  const hint = suggestion === undefined ? "" : `; did you mean ${quote(suggestion)}?`;
  const message = `${subject}: task ${quote(read.task)} declares no output field ${quote(read.field)}${hint} (${absent.why})`;
  findings.error(code, place, message, { suggestion });
}

/** A question's labels with `uncertain` last; nothing for a question without labels. */
export function withUncertain(labels: readonly string[] | undefined): readonly string[] {
  return labels === undefined ? [] : [...labels, UNCERTAIN];
}
