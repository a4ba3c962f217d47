import type { Diagnostic, DiagnosticNote } from "@crucible/core/diagnostics";
import type { SourceText, Span } from "./source-text.js";

/** Ends a parse: the one error that the source is refused for. Never leaves the phase. */
export class SyntaxFault extends Error {
  override readonly name = "SyntaxFault";
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** A second place that explains the first. */
export interface SyntaxNote extends Span {
  readonly message: string;
}

/** An error in `source`, at `span`. */
export function syntaxFault(
  source: SourceText,
  code: string,
  message: string,
  span: Span,
  notes: readonly SyntaxNote[] = [],
): SyntaxFault {
  return new SyntaxFault({
    code,
    severity: "error",
    message,
    range: source.range(span),
    notes: notes.map(
      (note): DiagnosticNote => ({
        message: note.message,
        range: source.range(note),
      }),
    ),
  });
}
