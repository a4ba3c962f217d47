/**
 * How many references a check may follow. The check runs where claims and deadlines are kept, so it has to come to an end:
 * a schema may double its choices at every level, and whoever is checked chooses how deep the value is.
 */
import type { JsonValue } from "@crucible/core";

/** A number for small values, and one a part for large ones. */
interface Allowance {
  readonly atLeast: number;
  readonly aPart: number;
}

/** Enough for every choice of a large schema, and over in a moment; a union of many kinds takes several at each part. */
export const STEPS_TO_JUDGE: Allowance = { atLeast: 1_000_000, aPart: 64 };
/** What is wrong has to be written down at each of them, and three of its places are told. */
export const STEPS_TO_EXPLAIN: Allowance = { atLeast: 10_000, aPart: 1 };

export class Steps {
  readonly #allowance: Allowance;
  // What the schema itself is checked against, before any value is, is the library's own.
  #left = Number.POSITIVE_INFINITY;
  #allowed = 0;

  constructor(allowance: Allowance) {
    this.#allowance = allowance;
  }

  /** Begins a check of this value. */
  allowFor(value: JsonValue): void {
    const { atLeast, aPart } = this.#allowance;
    this.#allowed = Math.max(atLeast, aPart * partsOf(value));
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
