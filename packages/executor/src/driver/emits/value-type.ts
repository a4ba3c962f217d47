/** Words for what a value is and for what was declared; a note uses them and never the value itself (EXEC-076, EXEC-078). */
import { type FieldType, isJsonObject, type JsonValue, ownField } from "@crucible/core";

export function valueTypeWord(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

export function declaredTypeWord(type: FieldType): string {
  switch (type.kind) {
    case "token":
      return type.token;
    case "labels":
      return `one of ${type.labels.join("|")}`;
    case "schema":
      return schemaTypeWord(type.schema);
  }
}

function schemaTypeWord(schema: string): string {
  const parsed = JSON.parse(schema) as JsonValue;
  const top = isJsonObject(parsed) ? ownField(parsed, "type") : undefined;
  return typeof top === "string" ? `schema (${top})` : "schema with no single top-level type";
}
