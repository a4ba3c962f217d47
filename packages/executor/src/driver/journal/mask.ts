/**
 * Takes secret values out of whatever is about to be written. Values shorter than eight characters are left alone: they
 * would mask words of ordinary text.
 */
import type { JsonValue } from "@crucible/core";

const SECRET_CHARACTERS_MIN = 8;
const MASK = "***";

export interface Mask {
  text(text: string): string;
  /** The value with every string masked, keys included. */
  value(value: JsonValue): JsonValue;
}

export function maskOf(secrets: Iterable<string>): Mask {
  const long = [...new Set(secrets)].filter(
    (secret) => [...secret].length >= SECRET_CHARACTERS_MIN,
  );
  if (long.length === 0) return { text: (text) => text, value: (value) => value };
  // The longer secret first, so that one that holds another is masked whole.
  long.sort((a, b) => b.length - a.length);
  const pattern = new RegExp(long.map(escaped).join("|"), "gu");
  const text = (given: string): string => given.replace(pattern, MASK);
  const value = (given: JsonValue): JsonValue => maskedValue(given, text);
  return { text, value };
}

function maskedValue(value: JsonValue, mask: (text: string) => string): JsonValue {
  if (typeof value === "string") return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, mask));
  if (typeof value !== "object" || value === null) return value;
  const masked: { [key: string]: JsonValue } = Object.create(null) as { [key: string]: JsonValue };
  for (const [key, field] of Object.entries(value)) masked[mask(key)] = maskedValue(field, mask);
  return masked;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}
