/** Declared output fields: their names, that none is the engine's own, and that their types make sense. */
import { type EmitField, RESERVED_OUTPUT_FIELDS } from "@crucible/core";
import { quote, quoteList } from "../diagnostics/quote.js";
import type { Findings } from "./findings.js";
import { IDENTIFIER_RULE, isIdentifier } from "./names.js";
import { type PlanView, placeOf, type TaskAt } from "./plan-view.js";

export function checkEmits(plan: PlanView, findings: Findings): void {
  for (const at of plan.entries()) {
    if (at.task.emits.length === 0) continue;
    const seen = new Set<string>();
    for (const field of at.task.emits) {
      checkFieldName(findings, at, field.name, seen);
      seen.add(field.name);
      checkFieldType(plan, findings, at, field);
    }
    checkOneForm(findings, at);
  }
}

function checkFieldName(
  findings: Findings,
  at: TaskAt,
  name: string,
  seen: ReadonlySet<string>,
): void {
  if (isIdentifier(name) && !RESERVED_OUTPUT_FIELDS.includes(name) && !seen.has(name)) return;
  const place = placeOf(at, "emits", name);
  const subject = `task ${quote(at.task.name)}`;
  if (RESERVED_OUTPUT_FIELDS.includes(name)) {
    const message = `${subject} declares output field ${quote(name)}, which is reserved: ${quoteList(RESERVED_OUTPUT_FIELDS)} end a run early`;
    findings.error("reserved-output-field", place, message);
  } else if (!isIdentifier(name)) {
    const message = `${subject} declares invalid output field ${quote(name)}; ${IDENTIFIER_RULE}`;
    findings.error("output-field-name", place, message);
  } else if (seen.has(name)) {
    const message = `${subject} declares output field ${quote(name)} twice`;
    findings.error("repeated-output-field", place, message);
  }
}

function checkFieldType(plan: PlanView, findings: Findings, at: TaskAt, field: EmitField): void {
  if (field.type === undefined || field.type.kind === "token") return;
  const place = placeOf(at, "emits", field.name);
  const subject = `task ${quote(at.task.name)}: output field ${quote(field.name)}`;
  if (field.type.kind === "labels") {
    for (const problem of labelProblems(field.type.labels)) {
      findings.error("output-field-labels", place, `${subject}${problem}`);
    }
  } else {
    const problem = plan.schemas.problemOf(field.type.schema);
    if (problem !== undefined) findings.error("schema", place, `${subject}: ${problem}`);
  }
}

/** A label list has at least one label, each an identifier, each once (PLAN-026, PLAN-027). */
function labelProblems(labels: readonly string[]): readonly string[] {
  if (labels.length === 0) return [" is a list of labels without a label"];
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const label of labels) {
    if (!isIdentifier(label)) {
      problems.push(`: label ${quote(label)} is not an identifier; ${IDENTIFIER_RULE}`);
    } else if (seen.has(label)) {
      problems.push(`: label ${quote(label)} is listed twice`);
    }
    seen.add(label);
  }
  return problems;
}

/** Fields are declared as a list of names or as a table of types, never half and half (PLAN-024). */
function checkOneForm(findings: Findings, at: TaskAt): void {
  const { emits, name } = at.task;
  const untyped = emits.find((field) => field.type === undefined);
  if (!untyped || emits.every((field) => field.type === undefined)) return;
  const message = `task ${quote(name)}: output field ${quote(untyped.name)} has no type though others have; give every field a type or none`;
  findings.error("emits-form", placeOf(at, "emits", untyped.name), message);
}
