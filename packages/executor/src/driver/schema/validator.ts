/**
 * SchemaValidator: checks values from outside against the JSON Schemas that a plan declares. A host that runs hostile
 * agents gives the engine one that works on another thread, so that a slow check delays nobody and ends at its deadline;
 * the default works in place.
 */
import type { JsonValue } from "@crucible/core";

export interface SchemaValidator {
  /** Readies schemas, given as canonical JSON text; gives one problem for each that cannot be used. */
  prepare(schemas: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Checks a value against a prepared schema. Always resolves, also when the signal aborts. */
  validate(schema: string, value: JsonValue, signal: AbortSignal): Promise<SchemaVerdict>;
}

/** One mismatch: a JSON pointer into the value, and what should hold there. The value itself is never in it. */
export interface SchemaMismatch {
  readonly path: string;
  readonly message: string;
}

export type SchemaVerdict =
  | { readonly kind: "valid" }
  | {
      readonly kind: "invalid";
      /** The first mismatches, three at the most (EXEC-077). */
      readonly mismatches: readonly SchemaMismatch[];
      /** Whether there were more. */
      readonly more: boolean;
    }
  /** The check could not be made. */
  | { readonly kind: "unusable"; readonly problem: string }
  | { readonly kind: "aborted" };

export const MISMATCHES_SHOWN_MAX = 3;

/** The mismatches as a note has them: `path: message`, `/` for the root, `; and more` when some are left out. */
export function mismatchNote(verdict: Extract<SchemaVerdict, { kind: "invalid" }>): string {
  const shown = verdict.mismatches.map(
    ({ path, message }) => `${path === "" ? "/" : path}: ${message}`,
  );
  return `${shown.join("; ")}${verdict.more ? "; and more" : ""}`;
}
