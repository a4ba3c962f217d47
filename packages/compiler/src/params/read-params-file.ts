/**
 * Reads a parameter file: one JSON object with a value a parameter.
 *
 * A name written twice is refused, since a launcher who checked the first value would run with the second.
 */
import type { Diagnostic, JsonValue } from "@crucible/core";
import { errorAt } from "../diagnostics/error-at.js";
import { kindWords, plainValue } from "../document/node.js";
import { readJson } from "../document/read-json.js";
import type { ParamInput } from "./bind.js";

export type ParamsFileReading =
  | {
      readonly ok: true;
      /** By name, without a prototype; a dotted name is a launch setting. */
      readonly params: Readonly<Record<string, ParamInput>>;
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the text of a parameter file; `file` is what diagnostics call it. */
export function readParamsFile(
  text: string,
  { file = "params.json" }: { readonly file?: string } = {},
): ParamsFileReading {
  const reading = readJson(text, file);
  if (!reading.ok) return reading;
  const { root } = reading.document;
  if (root.kind !== "table") {
    const message = `parameters are one JSON object with a value a parameter, got ${kindWords(root)}`;
    const range = reading.document.range(root);
    return { ok: false, diagnostics: [errorAt("wrong-type", message, range)] };
  }
  return { ok: true, params: plainValue(root) as Readonly<Record<string, JsonValue>> };
}
