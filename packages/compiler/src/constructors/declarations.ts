/** `emits` and `emits_files`: what a task declares to give. */
import {
  compareText,
  didYouMean,
  type EmitField,
  type FieldType,
  type FileDeclaration,
  nearest,
  TYPE_TOKENS,
} from "@crucible/core";
import { StarlarkDict, StarlarkList, StarlarkTuple, type Value } from "@crucible/starlark";
import { normalFilePath } from "../check/files.js";
import { quote } from "../diagnostics/quote.js";
import type { Arguments } from "./arguments.js";
import { SchemaValue } from "./task-value.js";

/** A list of field names, or a dict from field name to type; the dict is sorted by name (PLAN-024). */
export function readEmits(args: Arguments): readonly EmitField[] {
  const value = args.filled("emits");
  if (value === undefined) return NO_FIELDS;
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) {
    return value.items.map((item) => ({ name: args.textOf("emits", item, "a list of strings") }));
  }
  if (!(value instanceof StarlarkDict)) {
    return args.wrongType("emits", "a list of field names or a dict of field types", value);
  }
  const fields: EmitField[] = [];
  for (const { key, value: type } of value.pairs()) {
    const name = args.textOf("emits", key, "a dict with string keys");
    fields.push({ name, type: readFieldType(args, name, type) });
  }
  return fields.length > 1 ? fields.sort((a, b) => compareText(a.name, b.name)) : fields;
}

const NO_FIELDS: readonly EmitField[] = Object.freeze([]);
const NO_FILES: readonly FileDeclaration[] = Object.freeze([]);

/** One frozen type a token, shared by all fields that have it. */
const TOKEN_TYPES: ReadonlyMap<string, FieldType> = new Map(
  TYPE_TOKENS.map((token) => [token, Object.freeze({ kind: "token", token })]),
);

function readFieldType(args: Arguments, field: string, value: Value): FieldType {
  if (value instanceof SchemaValue) {
    args.call.budget.spendHeap(value.schema.length);
    return { kind: "schema", schema: value.schema };
  }
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) {
    const labels = value.items.map((item) => args.textOf("emits", item, "a list of label strings"));
    return { kind: "labels", labels };
  }
  const wanted = "a type name, a list of labels or schema_file(…) for each field";
  const text = args.textOf("emits", value, wanted);
  const token = TOKEN_TYPES.get(text);
  if (token !== undefined) return token;
  const known = TYPE_TOKENS.map((word) => `"${word}"`).join(", ");
  const message = `output field ${quote(field)} has unknown type ${quote(text)}; use ${known}, a list of labels or schema_file(…)${didYouMean(text, TYPE_TOKENS)}`;
  return args.fail("emits", "unknown-type", message, { suggestion: nearest(text, TYPE_TOKENS) });
}

/** A list of paths, or a dict from path to schema or None; the dict is sorted by path (DSL-099). */
export function readEmitsFiles(args: Arguments): readonly FileDeclaration[] {
  const value = args.value("emits_files");
  if (value === undefined) return NO_FILES;
  if (value instanceof StarlarkList || value instanceof StarlarkTuple) {
    return value.items.map((item) => ({ path: filePath(args, item) }));
  }
  if (!(value instanceof StarlarkDict)) {
    return args.wrongType("emits_files", "a list of paths or a dict from path to schema", value);
  }
  const files: FileDeclaration[] = [];
  for (const { key, value: schema } of value.pairs()) {
    const path = filePath(args, key);
    if (schema instanceof SchemaValue) {
      args.call.budget.spendHeap(schema.schema.length);
      files.push({ path, schema: schema.schema });
    } else if (schema === null) {
      files.push({ path });
    } else {
      args.wrongType("emits_files", "a dict from path to schema_file(…) or None", schema);
    }
  }
  return files.sort((a, b) => compareText(a.path, b.path));
}

/** The normal spelling of a path; the plan's own checks refuse what is none. */
function filePath(args: Arguments, value: Value): string {
  const text = args.textOf("emits_files", value, "a list of paths or a dict from path to schema");
  return normalFilePath(text);
}
