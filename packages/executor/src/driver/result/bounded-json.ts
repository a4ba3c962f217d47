/**
 * JSON from outside, as data that nothing later can trip over: nested at most so deep, well-formed text and
 * numbers that a number can hold only, no -0 (a log would read it back as 0 and a replay would differ from the run).
 */
import type { JsonObject, JsonValue } from "@crucible/core";

/** How deep an output may nest. */
export const OUTPUT_DEPTH_MAX = 128;

export type JsonReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  | { readonly kind: "not_json"; readonly error: string }
  /** It is JSON, but past a bound; the problem names the bound. */
  | { readonly kind: "refused"; readonly problem: string };

export function readJson(text: string): JsonReading {
  if (nestsDeeper(text, OUTPUT_DEPTH_MAX)) {
    return { kind: "refused", problem: `nests deeper than ${OUTPUT_DEPTH_MAX} levels` };
  }
  let value: JsonValue;
  try {
    value = JSON.parse(text, (_key, field: JsonValue) => (field === 0 ? 0 : field)) as JsonValue;
  } catch {
    // Platforms word the mistake differently and repeat the text: a log must not depend on either.
    return { kind: "not_json", error: "it does not parse" };
  }
  const problem = problemIn(value);
  return problem === undefined ? { kind: "value", value } : { kind: "refused", problem };
}

/** Counts open brackets outside strings, so that nothing recursive ever meets a deep text. */
function nestsDeeper(text: string, depthMax: number): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = stringEnd(text, index);
    else if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > depthMax) return true;
  }
  return false;
}

function stringEnd(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

/** What no log could give back as it was. */
function problemIn(value: JsonValue): string | undefined {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? undefined : "holds half of a surrogate pair";
    case "number":
      // 1e999 is JSON, and no number.
      return Number.isFinite(value) ? undefined : "holds a number that is too large";
    case "boolean":
      return undefined;
    case "object":
      return value === null ? undefined : problemInside(value);
  }
}

function problemInside(value: readonly JsonValue[] | JsonObject): string | undefined {
  if (Array.isArray(value)) return firstProblem(value);
  return firstProblem(Object.keys(value)) ?? firstProblem(Object.values(value));
}

function firstProblem(values: readonly JsonValue[]): string | undefined {
  for (const value of values) {
    const problem = problemIn(value);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
