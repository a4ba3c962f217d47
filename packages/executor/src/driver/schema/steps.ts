/**
 * How many references a check may follow. The check runs where claims and deadlines are kept, so it has to come to an end:
 * a schema may double its choices at every level, and whoever is checked chooses how deep the value is.
 */
import type { JsonValue } from "@crucible/core";

/** For small values: enough for every choice of a large schema, and over in a moment. */
const STEPS_AT_LEAST = 1_000_000;
/** For large ones: what a union of many kinds takes at each of their parts. */
const STEPS_A_PART = 64;

export class Steps {
  // What the schema itself is checked against, before any value is, is the library's own.
  #left = Number.POSITIVE_INFINITY;
  #allowed = 0;

  /** Begins a check of this value. */
  allowFor(value: JsonValue): void {
    this.#allowed = Math.max(STEPS_AT_LEAST, STEPS_A_PART * partsOf(value));
    this.#left = this.#allowed;
  }

  /** Throws when there is none left. */
  take(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new Error(`it takes more than ${this.#allowed} steps`);
  }
}

/** The value and everything in it. Values nest no deeper than results may. */
function partsOf(value: JsonValue): number {
  if (typeof value !== "object" || value === null) return 1;
  let parts = 1;
  for (const part of Object.values(value)) parts += partsOf(part as JsonValue);
  return parts;
}
