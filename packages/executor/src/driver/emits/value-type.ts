/** Words for what a value is and for what was declared; a note uses them and never the value itself (EXEC-076, EXEC-078). */
import type { FieldType, JsonValue } from "@crucible/core";

export function valueTypeWord(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** What a schema declares is said by the schema itself. */
export function declaredTypeWord(type: Exclude<FieldType, { readonly kind: "schema" }>): string {
  switch (type.kind) {
    case "token":
      return type.token;
    case "labels":
      return `one of ${type.labels.join("|")}`;
  }
}
