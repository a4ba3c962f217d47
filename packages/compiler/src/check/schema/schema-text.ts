/**
 * Schemas as plans hold them: JSON text of a JSON Schema 2020-12 document.
 *
 * The engine never fetches anything for a schema, so every reference must end inside the document, in unused definitions
 * too.
 */
import { isJsonObject, type JsonValue, ownField } from "@crucible/core";
import { quote } from "../../diagnostics/quote.js";
import { schemaFault } from "../../schema/schema-fault.js";
import { remoteReference } from "./references.js";

/** The only dialect; a schema may also name none. */
const SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** Containers inside containers; every walk over a schema may recurse that deep. */
const SCHEMA_DEPTH_MAX = 128;

/** What is wrong with a schema's text, or `undefined`: no JSON, no schema, or one that cannot be checked against. */
export function schemaTextProblem(text: string): string | undefined {
  const schema = parseSchema(text);
  if (schema === undefined) return "the schema is not JSON";
  const problem = schemaProblem(schema);
  if (problem !== undefined) return problem;
  const fault = schemaFault(schema);
  if (!fault) return undefined;
  const where = fault.path.map((step) => `/${step}`).join("") || "/";
  return `the schema is not a valid 2020-12 JSON Schema: ${where} ${fault.problem}`;
}

/** The parsed schema, or `undefined` when the text is no JSON. */
export function parseSchema(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** What is wrong with a schema document as a whole, or `undefined`. */
export function schemaProblem(schema: JsonValue): string | undefined {
  if (nestsDeeperThan(schema, SCHEMA_DEPTH_MAX)) {
    return `the schema nests more than ${SCHEMA_DEPTH_MAX} levels`;
  }
  if (typeof schema === "boolean") return undefined;
  if (!isJsonObject(schema)) return "a schema is an object or a boolean";
  const dialect = ownField(schema, "$schema");
  if (dialect !== undefined && dialect !== SCHEMA_DIALECT) {
    const named = typeof dialect === "string" ? quote(dialect) : "another value";
    return `the schema declares $schema ${named}; only ${quote(SCHEMA_DIALECT)} is accepted, or no $schema at all`;
  }
  const remote = remoteReference(schema);
  return remote === undefined
    ? undefined
    : `the schema refers to ${quote(remote)} outside itself; nothing is fetched`;
}

/** Measured with a list of its own, so that no text can exhaust the stack. */
function nestsDeeperThan(root: JsonValue, depthMax: number): boolean {
  const pending: { readonly value: JsonValue; readonly depth: number }[] = [
    { value: root, depth: 1 },
  ];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    const { value, depth } = item;
    if (typeof value !== "object" || value === null) continue;
    if (depth > depthMax) return true;
    for (const child of Object.values(value)) pending.push({ value: child, depth: depth + 1 });
  }
  return false;
}
