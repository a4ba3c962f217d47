import { renderDiagnostic } from "@crucible/core/diagnostics";
import type { StarlarkError } from "../errors/starlark-error.js";
import type { Sources } from "./sources.js";

/** Every error with its line, and the calls that led to it. */
export function errorText(error: StarlarkError, sources: Sources): string {
  return error.diagnostics
    .map((one) => `${renderDiagnostic(one, (file) => sources.texts.get(file))}\n`)
    .join("");
}
