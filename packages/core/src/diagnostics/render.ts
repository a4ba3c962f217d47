/**
 * Turns diagnostics into text: `file:line:col: message`, the line, a caret, then the notes in the same form.
 *
 * Rendering is the last step and the only one that makes text, so hosts that want JSON never parse prose.
 */
import { compareText } from "./compare-text.js";
import type { Diagnostic, SourceRange } from "./diagnostic.js";

/** How much of one source line is shown; a generated line of a megabyte must not flood a terminal. */
const LINE_SHOWN_MAX = 160;

/** Gives the text of a file that a range names, or `undefined` when the renderer has none to show. */
export type SourceLookup = (file: string) => string | undefined;

/** `file:line:col`, the form that editors and terminals make clickable. */
export function renderLocation(range: SourceRange): string {
  return `${range.file}:${range.start.line}:${range.start.column}`;
}

/** The text of one diagnostic, without a final newline. */
export function renderDiagnostic(diagnostic: Diagnostic, sourceOf?: SourceLookup): string {
  const lines = [headline(diagnostic.message, diagnostic.range, diagnostic.severity)];
  lines.push(...excerpt(diagnostic.range, sourceOf));
  for (const note of diagnostic.notes) {
    lines.push(
      note.range
        ? `${renderLocation(note.range)}: note: ${note.message}`
        : `  note: ${note.message}`,
    );
    lines.push(...excerpt(note.range, sourceOf));
  }
  return lines.join("\n");
}

/** All diagnostics in reading order (file, place, then message), once each, so that parallel work prints the same. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  const unique = diagnostics.filter((diagnostic) => {
    const key = renderDiagnostic(diagnostic);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return unique.sort(compareDiagnostics);
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.range?.file ?? "", b.range?.file ?? "") ||
    (a.range?.start.offset ?? 0) - (b.range?.start.offset ?? 0) ||
    compareText(a.message, b.message)
  );
}

function headline(message: string, range: SourceRange | undefined, severity: string): string {
  const label = severity === "warning" ? "warning: " : "";
  return range ? `${renderLocation(range)}: ${label}${message}` : `${label}${message}`;
}

function excerpt(range: SourceRange | undefined, sourceOf: SourceLookup | undefined): string[] {
  if (!range || !sourceOf) return [];
  const line = sourceOf(range.file)?.split("\n")[range.start.line - 1]?.replace(/\r$/, "");
  if (line === undefined) return [];
  const characters = [...line];
  const first = range.start.column - 1;
  const sameLine = range.end.line === range.start.line;
  const width = Math.max(1, (sameLine ? range.end.column - 1 : characters.length) - first);
  // A long line is shown from a little before the caret, never from its start.
  const from = first > LINE_SHOWN_MAX - 40 ? first - 40 : 0;
  const shown = characters.slice(from, from + LINE_SHOWN_MAX);
  const pad = characters.slice(from, first).map((character) => (character === "\t" ? "\t" : " "));
  const marks = "^".repeat(Math.min(width, Math.max(1, from + LINE_SHOWN_MAX - first)));
  return [`    ${shown.join("")}`, `    ${pad.join("")}${marks}`];
}
