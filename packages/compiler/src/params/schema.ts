/**
 * The params block as JSON Schema, for forms, command lines and asks (DSL-036, DSL-037).
 *
 * The block is read without evaluating the source. Even a source whose later statements do not parse has a schema: the
 * block is its first statement, so the shortest beginning that parses on its own is enough.
 */
import type { Diagnostic, JsonObject, JsonValue } from "@crucible/core";
import { parse, type SyntaxTree } from "@crucible/starlark";
import { normaliseSource } from "../pack/source-text.js";
import type { ParamDeclaration, ParamType } from "./declaration.js";
import { readParams } from "./read-block.js";

export type ParamsSchemaReading =
  | { readonly ok: true; readonly schema: JsonObject }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the schema of a workflow source's parameters; a source without a block has one without properties. */
export function paramsSchema(
  source: string,
  { file = "workflow.star" }: { readonly file?: string } = {},
): ParamsSchemaReading {
  const text = normaliseSource(source);
  const parsed = parse(text, { file });
  const tree = parsed.ok ? parsed.tree : parseFirstStatement(text, file);
  if (!tree) return { ok: false, diagnostics: parsed.ok ? [] : parsed.diagnostics };
  const reading = readParams(tree);
  if (!reading.ok) return reading;
  return { ok: true, schema: schemaOf(reading.block.declarations) };
}

/** How many beginnings of a broken source are tried. */
const BEGINNINGS_MAX = 32;

/** A new top-level line: text at the margin that closes nothing and is no comment. */
const TOP_LEVEL_LINE = /\n(?=[^\s#)\]}])/g;

function parseFirstStatement(text: string, file: string): SyntaxTree | undefined {
  let tries = 0;
  for (const match of text.matchAll(TOP_LEVEL_LINE)) {
    if (tries++ === BEGINNINGS_MAX) return undefined;
    const parsed = parse(text.slice(0, match.index + 1), { file });
    if (parsed.ok && parsed.tree.statements.length > 0) return parsed.tree;
  }
  return undefined;
}

/** JSON Schema 2020-12; `required` is always there, in source order. */
function schemaOf(declarations: readonly ParamDeclaration[]): JsonObject {
  const properties: { [name: string]: JsonValue } = Object.create(null) as {
    [name: string]: JsonValue;
  };
  for (const declaration of declarations) properties[declaration.name] = propertyOf(declaration);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    additionalProperties: false,
    properties,
    required: declarations.filter((each) => each.required).map((each) => each.name),
  };
}

const JSON_TYPES: Readonly<Record<ParamType, JsonObject>> = {
  string: { type: "string" },
  integer: { type: "integer" },
  number: { type: "number" },
  boolean: { type: "boolean" },
  list: { type: "array", items: { type: "string" } },
};

function propertyOf(declaration: ParamDeclaration): JsonObject {
  const { description, pattern, minimum, maximum, choices, multiline } = declaration;
  return {
    ...JSON_TYPES[declaration.type],
    ...(description === undefined ? {} : { description }),
    ...(declaration.default === undefined ? {} : { default: declaration.default }),
    ...(pattern === undefined ? {} : { pattern: pattern.source }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(choices === undefined ? {} : { enum: choices }),
    ...(multiline ? { multiline } : {}),
  };
}
