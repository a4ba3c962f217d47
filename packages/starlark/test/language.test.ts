import type { Diagnostic } from "@crucible/core/diagnostics";
import { describe, expect, test } from "vitest";
import { type Chunk, chunkedFiles } from "./chunked.js";
import { ASSERTIONS, runSource } from "./run-source.js";

/** Modules that the chunks may load. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ["values.star", "number = 1\ntext = 'one'\nitems = [1, 2]\ntable = {'a': [1]}\n_private = 2\n"],
  [
    "functions.star",
    "log = []\ndef twice(x):\n    return x + x\ndef remember(x):\n    log.append(x)\n",
  ],
  ["reexport.star", "load('values.star', 'number')\nown = number + 1\n"],
  ["broken.star", "1 + None\n"],
]);

for (const file of chunkedFiles("language")) {
  describe(file.name, () => {
    for (const chunk of file.chunks) {
      test(`line ${chunk.line}: ${chunk.title}`, () => check(file.name, chunk));
    }
  });
}

/** Where an error touches the file: its own place, or the innermost call that led out of the file. */
function lineIn(file: string, error: Diagnostic): number | undefined {
  const ranges = [error.range, ...error.notes.map((note) => note.range)];
  return ranges.find((range) => range?.file === file)?.start.line;
}

function check(file: string, chunk: Chunk): void {
  const outcome = runSource(chunk.source, { file, predeclared: ASSERTIONS, modules: MODULES });
  const errors = outcome.ok ? [] : outcome.diagnostics;
  const unexpected = errors.filter(
    (error) =>
      !chunk.expectations.some(
        ({ line, pattern }) => lineIn(file, error) === line && pattern.test(error.message),
      ),
  );
  const shown = unexpected.map((error) => `${error.range?.start.line}: ${error.message}`);
  expect(shown).toEqual([]);
  expect(errors.length).toBe(chunk.expectations.length);
}
