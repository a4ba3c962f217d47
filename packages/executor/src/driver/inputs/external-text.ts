/** Marks of outside text that arrive at run time: an input that carries one could open or close a region of a prompt. */
import { type JsonObject, type JsonValue, markIn } from "@crucible/core";

/** The first input that carries a mark; `undefined` when none does. */
export function marksIn(inputs: JsonObject): string | undefined {
  return Object.keys(inputs).find((name) => carriesMark(inputs[name] as JsonValue));
}

function carriesMark(value: JsonValue): boolean {
  if (typeof value === "string") return markIn(value) !== undefined;
  if (Array.isArray(value)) return value.some(carriesMark);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, field]) => markIn(key) !== undefined || carriesMark(field),
  );
}
