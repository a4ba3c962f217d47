/**
 * JSON for people: two spaces, keys in the order given, a final newline.
 *
 * A whole number beyond the safe integers is written with an exponent, so that whoever reads the text takes it for the
 * float that it is.
 */
import { isJsonObject, type JsonValue } from "@crucible/core";

export function jsonText(value: JsonValue): string {
  return `${written(value, "\n")}\n`;
}

function written(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => written(item as JsonValue, inner));
    return bracketed("[", items, "]", indent);
  }
  if (isJsonObject(value)) {
    const pairs = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}: ${written(item, inner)}`,
    );
    return bracketed("{", pairs, "}", indent);
  }
  const isBeyond = Number.isInteger(value) && !Number.isSafeInteger(value);
  return isBeyond ? (value as number).toExponential() : JSON.stringify(value);
}

function bracketed(open: string, items: readonly string[], close: string, indent: string): string {
  if (items.length === 0) return open + close;
  const inner = `${indent}  `;
  return `${open}${inner}${items.join(`,${inner}`)}${indent}${close}`;
}
