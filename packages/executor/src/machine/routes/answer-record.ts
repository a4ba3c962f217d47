/** The record of one answer, as a route's output carries it (ROUTE-015, HUMAN-036 to HUMAN-041). */
import { type JsonObject, type JsonValue, UNCERTAIN } from "@crucible/core";

/** One label for certain. */
export function certain(label: string): JsonObject {
  return label === UNCERTAIN ? uncertain() : record(label, 1, [[label, 1]]);
}

/** No answer: an empty distribution and no confidence. */
export function uncertain(): JsonObject {
  return record(UNCERTAIN, 0, []);
}

/** Several labels, each for certain, in the order given; the answer resolves to the first. */
export function several(labels: readonly string[]): JsonObject {
  const [first] = labels;
  if (first === undefined) return uncertain();
  return {
    ...record(
      first,
      1,
      labels.map((label) => [label, 1]),
    ),
    labels,
  };
}

/** `position` is where a `score` lies between its levels, where that is told. */
export function record(
  label: string,
  confidence: number,
  probabilities: Iterable<readonly [string, number]>,
  position?: number,
): JsonObject {
  const answer = { label, confidence, probabilities: table(probabilities) };
  return position === undefined ? answer : { ...answer, score: position };
}

/** An object with outside names as keys, whatever they are called. */
export function table(entries: Iterable<readonly [string, JsonValue]>): JsonObject {
  const object = Object.create(null) as { [key: string]: JsonValue };
  for (const [key, value] of entries) object[key] = value;
  return object;
}
