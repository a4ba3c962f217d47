/** Reading events of other people's programs: every field may be missing or of another type. */
import { isJsonObject, type JsonObject, type JsonValue, ownField } from "@crucible/core";

const EMPTY: JsonObject = Object.freeze({});

/** A field that is an object; an empty one otherwise. */
export function objectIn(object: JsonObject, name: string): JsonObject {
  const value = ownField(object, name);
  return isJsonObject(value) ? value : EMPTY;
}

/** A field that is a text; an empty one otherwise. */
export function textIn(object: JsonObject, name: string): string {
  const value = ownField(object, name);
  return typeof value === "string" ? value : "";
}

/** A field that is a list; its items that are objects. */
export function objectsIn(object: JsonObject, name: string): readonly JsonObject[] {
  const value = ownField(object, name);
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** A count of something; 0 for whatever is no count. */
export function countIn(object: JsonObject, name: string): number {
  const value = ownField(object, name);
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}

const SHOWN_CHARACTERS_MAX = 2_000;

/** A value for people, cut where it is long. */
export function shown(value: JsonValue | undefined): string {
  try {
    const text = typeof value === "string" ? value : JSON.stringify(value ?? null);
    return text.slice(0, SHOWN_CHARACTERS_MAX);
  } catch {
    // Nested deeper than can be printed.
    return "";
  }
}

/** The values of an object that are objects. */
export function objectsOf(object: JsonObject): readonly JsonObject[] {
  return Object.values(object).filter(isJsonObject);
}
