/**
 * Prints diagnostics with their source lines on standard error. Their files are named from the current folder, so that
 * an editor or a terminal can open them, whatever folder the pack lies in.
 */
import { resolve } from "node:path";
import { type Diagnostic, renderDiagnostic, type SourceRange } from "@crucible/core";
import { shownPath } from "../terminal/shown-path.js";
import type { Terminal } from "../terminal/terminal.js";
import { visible } from "../terminal/visible.js";
import type { Findings } from "./failure.js";

/** Nobody reads more at once, and a generated pack can be wrong in every line. */
const SHOWN_MAX = 50;

export function reportDiagnostics(findings: Omit<Findings, keyof Error>, terminal: Terminal): void {
  const { diagnostics, folder, sourceOf } = findings;
  const texts = new Map<string, string | undefined>();
  const moved = (range: SourceRange): SourceRange => {
    const file = shownPath(terminal.cwd, resolve(folder, range.file));
    texts.set(file, sourceOf(range.file));
    return { ...range, file };
  };
  for (const diagnostic of diagnostics.slice(0, SHOWN_MAX)) {
    const text = renderDiagnostic(movedDiagnostic(diagnostic, moved), (file) => texts.get(file));
    const isPlaceless = diagnostic.range === undefined && diagnostic.severity === "error";
    const label = isPlaceless ? `${terminal.errorColors.red("error:")} ` : "";
    terminal.complain(`${label}${visible(text)}`);
  }
  const rest = diagnostics.length - SHOWN_MAX;
  if (rest > 0) terminal.complain(`and ${rest} more`);
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
