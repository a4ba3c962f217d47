/** Values of a table that plan files have and manifests have not: numbers, texts that may be null, references. */
import type { OutputField } from "@crucible/core";
import type { TableReader } from "../document/table-reader.js";

/** An object with the key when there is a value, and without it when there is none. */
export function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
}

/** A whole number that doubles hold exactly. */
export function readInteger(table: TableReader, key: string): number | undefined {
  const node = table.take(key);
  if (node === undefined) return undefined;
  if (node.kind !== "integer") {
    table.wrongKind(table.place(key), "an integer", node);
    return undefined;
  }
  if (typeof node.value === "number") return node.value;
  table.report("too-large", `${table.place(key)} is too large to be counted exactly`, node);
  return undefined;
}

/** A number, whole or not; a whole one beyond the safe integers becomes the nearest double. */
export function readNumber(table: TableReader, key: string): number | undefined {
  const node = table.take(key);
  if (node === undefined) return undefined;
  if (node.kind === "float" || node.kind === "integer") return Number(node.value);
  table.wrongKind(table.place(key), "a number", node);
  return undefined;
}

/** Whether a key is written as JSON null, which stands for its absence where the format says so. */
export function isNull(table: TableReader, key: string): boolean {
  return table.node.entries.get(key)?.value.kind === "null" && table.take(key) !== undefined;
}

/** A text, or null for a key that is absent or null. */
export function readNullableText(table: TableReader, key: string): string | null {
  return isNull(table, key) ? null : (table.text(key) ?? null);
}

/** A text that must be there; reports its absence. */
export function readRequiredText(table: TableReader, key: string): string {
  requireKey(table, key);
  return table.text(key) ?? "";
}

/** Reports a key that is not written. */
export function requireKey(table: TableReader, key: string): boolean {
  if (table.has(key)) return true;
  table.take(key);
  table.missing(key, `${table.title} needs ${key}`);
  return false;
}

/** The texts of a list, places dropped. */
export function readTexts(table: TableReader, key: string): readonly string[] {
  return table.texts(key).map((text) => text.value);
}

/** `{ task = "…", field = "…" }` under a key. */
export function readOutputField(table: TableReader, key: string): OutputField | undefined {
  const below = table.table(key, table.place(key));
  return below && outputFieldOf(below);
}

/** A list of `{ task = "…", field = "…" }`. */
export function readOutputFields(table: TableReader, key: string): readonly OutputField[] {
  return table.tables(key, table.place(key)).map(outputFieldOf);
}

export function outputFieldOf(table: TableReader): OutputField {
  const field = { task: readRequiredText(table, "task"), field: readRequiredText(table, "field") };
  table.close();
  return field;
}
