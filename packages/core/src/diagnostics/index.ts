export { compareText } from "./compare-text.js";
export type { Diagnostic, DiagnosticNote, Position, Severity, SourceRange } from "./diagnostic.js";
export { InternalError, invariant, unreachable } from "./internal-error.js";
export { renderDiagnostic, renderLocation, type SourceLookup, sortDiagnostics } from "./render.js";
export { didYouMean, nearest } from "./suggest.js";
