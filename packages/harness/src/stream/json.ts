/** Reading JSON that somebody else wrote. */
import type { JsonValue } from "@crucible/core";

/** The value that a text says; `undefined` when it is no JSON, such as a line that is cut. */
export function jsonIn(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
