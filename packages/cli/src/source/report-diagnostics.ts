/**
 * Prints diagnostics with their source lines on standard error. Their files are named from the current folder, so that
 * an editor or a terminal can open them, whatever folder the pack lies in.
 */
import { relative, resolve, sep } from "node:path";
import {
  type Diagnostic,
  renderDiagnostic,
  type SourceLookup,
  type SourceRange,
} from "@crucible/core";
import type { Terminal } from "../terminal/terminal.js";
import { visible } from "../terminal/visible.js";

/** `folder` is what the ranges' files are relative to; `sourceOf` gives the text of such a file. */
export function reportDiagnostics(
  diagnostics: readonly Diagnostic[],
  folder: string,
  sourceOf: SourceLookup,
  terminal: Terminal,
): void {
  const texts = new Map<string, string | undefined>();
  const moved = (range: SourceRange): SourceRange => {
    const file = relative(terminal.cwd, resolve(folder, range.file)).split(sep).join("/");
    texts.set(file, sourceOf(range.file));
    return { ...range, file };
  };
  for (const diagnostic of diagnostics) {
    const text = renderDiagnostic(movedDiagnostic(diagnostic, moved), (file) => texts.get(file));
    terminal.complain(visible(text));
  }
}

function movedDiagnostic(
  diagnostic: Diagnostic,
  moved: (range: SourceRange) => SourceRange,
): Diagnostic {
  return {
    ...diagnostic,
    ...(diagnostic.range ? { range: moved(diagnostic.range) } : {}),
    notes: diagnostic.notes.map((note) =>
      note.range ? { ...note, range: moved(note.range) } : note,
    ),
  };
}
