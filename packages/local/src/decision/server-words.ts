/** What a server says about a failure, short enough and clean enough for a note. */
import { isJsonObject, type JsonValue, ownField } from "@crucible/core";

const WORDS_CHARACTERS_MAX = 200;

/** The message of an error body in one of the usual places, or nothing. The credential is taken out of it. */
export function serverWords(text: string, key: string | undefined): string | undefined {
  const words = messageIn(jsonOf(text));
  if (words === undefined) return undefined;
  const safe = key === undefined ? words : words.replaceAll(key, "***");
  const line = safe.replace(/[\s\p{C}]+/gu, " ").trim();
  const points = [...line];
  if (points.length <= WORDS_CHARACTERS_MAX) return line === "" ? undefined : line;
  return `${points.slice(0, WORDS_CHARACTERS_MAX).join("")}…`;
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function messageIn(value: JsonValue | undefined): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const error = ownField(value, "error");
  const places = [isJsonObject(error) ? ownField(error, "message") : error];
  places.push(ownField(value, "message"), ownField(value, "detail"));
  return places.find((place) => typeof place === "string");
}
