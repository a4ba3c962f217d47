/**
 * TOML for people: one line a key, tables inside a task written inline, null left out.
 *
 * The library writes every text, number and key; what is decided here is only where lines end.
 */
import { isJsonObject, type JsonObject, type JsonValue } from "@crucible/core";
import { stringify } from "smol-toml";

/** The lines of a table, each `key = value`. */
export function tomlLines(table: JsonObject): readonly string[] {
  return Object.entries(table).flatMap(([key, value]) =>
    value === null ? [] : [`${keyText(key)} = ${inlineText(value)}`],
  );
}

function inlineText(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map((item) => inlineText(item as JsonValue)).join(", ")}]`;
  }
  if (isJsonObject(value)) {
    const pairs = tomlLines(value);
    return pairs.length === 0 ? "{}" : `{ ${pairs.join(", ")} }`;
  }
  return afterEquals(stringify({ v: value }));
}

function keyText(key: string): string {
  const line = stringify({ [key]: true });
  return line.slice(0, line.lastIndexOf(" = "));
}

function afterEquals(line: string): string {
  return line.slice("v = ".length).trimEnd();
}
