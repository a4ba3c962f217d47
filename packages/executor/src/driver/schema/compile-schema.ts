/**
 * JSON Schema 2020-12 by ajv, made safe for values from outside: patterns run in linear time, unique items are compared in
 * one pass, multiples by decimal digits, nothing is fetched, and messages never repeat the value. `format` is an annotation.
 */
import type { JsonValue } from "@crucible/core";
import { Ajv2020, type ErrorObject, str, type ValidateFunction } from "ajv/dist/2020.js";
import { linearPattern } from "./linear-pattern.js";
import { isMultiple } from "./multiple-of.js";
import { STEPS_TO_EXPLAIN, STEPS_TO_JUDGE, Steps } from "./steps.js";
import { areUnique } from "./unique-items.js";
import { MISMATCHES_SHOWN_MAX, type SchemaMismatch, type SchemaVerdict } from "./validator.js";

export type CompiledSchema = (value: JsonValue) => SchemaVerdict;

/** Throws on a schema that cannot be used: malformed, a remote reference, a pattern that is not linear. */
export function compileSchema(schema: string): CompiledSchema {
  const parsed = JSON.parse(schema) as object | boolean;
  // It stops at the first thing that is wrong: whether any is found takes one that looks into every choice to the end
  // far longer, and is all that is asked of nearly every value.
  const first = checker(parsed, false);
  let all: CompiledSchema | undefined;
  return (value) => {
    const found = first(value);
    if (found.kind !== "invalid") return found;
    all ??= checker(parsed, true);
    const everything = all(value);
    return everything.kind === "invalid" ? everything : found;
  };
}

function checker(schema: object | boolean, allErrors: boolean): CompiledSchema {
  const steps = new Steps(allErrors ? STEPS_TO_EXPLAIN : STEPS_TO_JUDGE);
  const regExp = Object.assign((pattern: string) => linearPattern(pattern), {
    code: "linearPattern",
  });
  const ajv = new Ajv2020({
    strict: false,
    allErrors,
    validateFormats: false,
    logger: false,
    code: { regExp, process: counted },
  });
  Object.assign(ajv, { takeStep: () => steps.take() });
  // Where nobody asks what was looked at, a choice that fits ends the looking.
  if (!JSON.stringify(schema).includes("unevaluated")) ajv.opts.unevaluated = false;
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "must NOT have duplicate items" },
    validate: (wanted: boolean, items: readonly JsonValue[]) => !wanted || areUnique(items),
  });
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    type: "number",
    schemaType: "number",
    error: { message: ({ schemaCode }) => str`must be multiple of ${schemaCode}` },
    validate: (step: number, value: number) => isMultiple(value, step),
  });
  const validate = ajv.compile(schema);
  return (value) => {
    steps.allowFor(value);
    return judged(validate, value);
  };
}

/** The beginning of a check that a reference leads to, in the code that is made of a schema. */
const BEGINNING = /\breturn function validate\d+\(data, \{[^)]*\}=\{\}\)\{/;

/** References are all that lets a check take more than a schema's and a value's length together: each counts as a step. */
function counted(code: string): string {
  return code.replace(BEGINNING, (beginning) => `${beginning}self.takeStep();`);
}

function judged(validate: ValidateFunction, value: JsonValue): SchemaVerdict {
  try {
    if (validate(value)) return { kind: "valid" };
  } catch (error) {
    // A schema that refers to itself without taking a step runs out of stack, one that doubles its choices at each level
    // of a value out of steps.
    return { kind: "unusable", problem: `the check failed: ${messageOf(error)}` };
  }
  const errors = validate.errors ?? [];
  return {
    kind: "invalid",
    mismatches: errors.slice(0, MISMATCHES_SHOWN_MAX).map(mismatchOf),
    more: errors.length > MISMATCHES_SHOWN_MAX,
  };
}

function mismatchOf(error: ErrorObject): SchemaMismatch {
  return { path: error.instancePath, message: wording(error) };
}

function wording(error: ErrorObject): string {
  const type = (error.params as { readonly type?: unknown }).type;
  if (error.keyword === "type") {
    const wanted = Array.isArray(type) ? type : [type];
    return `value is not of type ${wanted.map((name) => JSON.stringify(name)).join(" or ")}`;
  }
  return (error.message ?? "does not match").replace(/^must/u, "value must");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
