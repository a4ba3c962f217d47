/**
 * How many findings one phase reports, and how many names one suggestion looks through.
 *
 * A hostile text can be wrong in a hundred thousand places, and nobody reads more than the first few; each finding costs
 * a place in the text and perhaps a comparison with every known name.
 */
import type { Diagnostic } from "@crucible/core";

const FINDINGS_MAX = 100;

const CANDIDATES_MAX = 1_000;

/** Whether a phase has found enough to stop looking. */
export function isEnough(findings: readonly Diagnostic[]): boolean {
  return findings.length >= FINDINGS_MAX;
}

/** The names a suggestion may be drawn from: all of them, or none when there are too many to compare with. */
export function comparable(names: readonly string[]): readonly string[] {
  return names.length > CANDIDATES_MAX ? [] : names;
}
