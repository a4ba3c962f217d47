/** What a bundle must say of itself before a run may be recorded as its own. */
import type { Bundle, Diagnostic } from "@crucible/core";
import { problem } from "./refusals.js";

/** Longest id, version and name, in characters; a description may be as long as twenty of them. */
const NAME_CHARACTERS_MAX = 200;

/** Why the bundle identifies nothing; empty when it does (RUN-018). */
export function bundleProblems(bundle: Bundle | undefined): readonly Diagnostic[] {
  if (bundle === undefined) return [];
  const { id, version, name, description } = bundle;
  return [
    ...textProblems("id", id, 1, NAME_CHARACTERS_MAX),
    ...textProblems("version", version, 1, NAME_CHARACTERS_MAX),
    ...textProblems("name", name, 1, NAME_CHARACTERS_MAX),
    ...textProblems("description", description, 0, 20 * NAME_CHARACTERS_MAX),
  ];
}

function textProblems(
  field: string,
  value: string,
  charactersMin: number,
  charactersMax: number,
): readonly Diagnostic[] {
  const { length } = value.trim();
  if (length < charactersMin) return [problem("bundle", `the bundle's ${field} is empty`)];
  if (value.length <= charactersMax) return [];
  const message = `the bundle's ${field} has ${value.length} characters; ${charactersMax} are allowed`;
  return [problem("bundle", message)];
}
