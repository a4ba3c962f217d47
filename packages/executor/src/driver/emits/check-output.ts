/**
 * Checks an output against the fields that its task declares. Only an attempt that would pass is checked (EXEC-079,
 * EXEC-142). Findings name the field, what arrived and what was declared, and never the value (EXEC-078).
 */
import {
  type EmitField,
  type FieldType,
  isJsonObject,
  type JsonValue,
  ownField,
  type TypeToken,
} from "@crucible/core";
import { mismatchNote, type SchemaValidator } from "../schema/validator.js";
import { linkProblem } from "./link.js";
import { declaredTypeWord, valueTypeWord } from "./value-type.js";

export interface OutputCheck {
  readonly emits: readonly EmitField[];
  readonly output: JsonValue | undefined;
  readonly validator: SchemaValidator;
  readonly signal: AbortSignal;
}

/** Findings in declaration order; `aborted` when the signal ended the check. */
export async function checkOutput(check: OutputCheck): Promise<readonly string[] | "aborted"> {
  const findings: string[] = [];
  for (const field of check.emits) {
    const finding = await fieldFinding(check, field);
    if (finding === ABORTED) return "aborted";
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

const ABORTED = Symbol("the check was ended");

async function fieldFinding(
  check: OutputCheck,
  field: EmitField,
): Promise<string | undefined | typeof ABORTED> {
  const name = JSON.stringify(field.name);
  const value = isJsonObject(check.output) ? ownField(check.output, field.name) : undefined;
  if (value === undefined) return `output missing declared field ${name}`;
  if (field.type === undefined) return undefined;
  if (field.type.kind !== "schema") return plainProblem(name, field.type, value);
  const verdict = await check.validator.validate(field.type.schema, value, check.signal);
  if (verdict.kind === "aborted") return ABORTED;
  if (verdict.kind === "valid") return undefined;
  const why = verdict.kind === "invalid" ? mismatchNote(verdict) : verdict.problem;
  return `output field ${name} does not match its schema: ${why}`;
}

function plainProblem(
  name: string,
  type: Exclude<FieldType, { kind: "schema" }>,
  value: JsonValue,
): string | undefined {
  const subject = `output field ${name}`;
  const mismatch = `${subject} is ${valueTypeWord(value)}, declared ${declaredTypeWord(type)}`;
  if (type.kind === "labels") {
    if (typeof value !== "string") return mismatch;
    if (type.labels.includes(value)) return undefined;
    return `${subject} is a string outside its labels, declared ${declaredTypeWord(type)}`;
  }
  if (type.token === "link" || type.token === "links") {
    const why = type.token === "link" ? linkProblem(value) : linksProblem(value);
    return why === undefined ? undefined : `${subject} declared ${type.token}: ${why}`;
  }
  return hasType(type.token, value) ? undefined : mismatch;
}

function hasType(token: Exclude<TypeToken, "link" | "links">, value: JsonValue): boolean {
  switch (token) {
    case "string":
    case "boolean":
      return typeof value === token;
    case "number":
      return typeof value === "number";
    case "integer":
      return Number.isInteger(value);
    case "list":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
  }
}

function linksProblem(value: JsonValue): string | undefined {
  if (!Array.isArray(value)) return "it is not a list";
  for (const [index, item] of value.entries()) {
    const problem = linkProblem(item as JsonValue);
    if (problem !== undefined) return `item ${index + 1}: ${problem}`;
  }
  return undefined;
}
