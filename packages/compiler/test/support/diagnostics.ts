import { type Diagnostic, renderDiagnostic } from "@crucible/core";

/** All findings as `file:line:col: message`, without notes. */
export function lines(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map((diagnostic) => renderDiagnostic({ ...diagnostic, notes: [] }));
}

/** The first finding as `file:line:col: message`. */
export function firstLine(diagnostics: readonly Diagnostic[]): string {
  return lines(diagnostics)[0] ?? "no diagnostics";
}
