/** The compiler's findings: how one is made, and the error that carries them out of {@link compile}. */
import {
  type Diagnostic,
  type DiagnosticNote,
  renderDiagnostic,
  type SourceRange,
} from "@crucible/core";

interface ErrorDetails {
  readonly notes?: readonly DiagnosticNote[];
  readonly suggestion?: string | undefined;
}

/** An error with its place, if it has one. */
export function errorAt(
  code: string,
  message: string,
  range: SourceRange | undefined,
  { notes = [], suggestion }: ErrorDetails = {},
): Diagnostic {
  return {
    code,
    severity: "error",
    message,
    notes,
    ...(range === undefined ? {} : { range }),
    ...(suggestion === undefined ? {} : { suggestion }),
  };
}

/**
 * Compilation could not go on because of what a user wrote.
 *
 * `diagnostics` holds every error and warning that was found, in reading order; the message is their text.
 */
export class CompileError extends Error {
  override readonly name = "CompileError";
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((diagnostic) => renderDiagnostic(diagnostic)).join("\n"));
    this.diagnostics = Object.freeze([...diagnostics]);
  }
}
