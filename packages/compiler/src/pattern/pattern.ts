/**
 * Regular expressions on text from outside, in linear time.
 *
 * A pattern comes from a pack and the text from a launcher, so a backtracking engine would let either freeze the
 * compiler. The dialect is that of JSON Schema, less lookaround and backreferences, which no linear engine can run; a
 * pattern that needs them is refused when it is read.
 * Matching still costs the pattern's size times the text's length, which is why both are bounded together.
 */
import { RE2JS, RE2JSException } from "re2js";

/** Characters of one pattern. */
const PATTERN_LENGTH_MAX = 1_000;

/** Instructions of the pattern times characters of the text: some tenths of a second. */
const MATCH_WORK_MAX = 10_000_000;

export interface Pattern {
  readonly source: string;
  /** Whether the pattern is found anywhere in the text; `undefined` when finding out would take too long. */
  find(text: string): boolean | undefined;
}

export type PatternReading =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly message: string };

/** Compiles a pattern; the match is unanchored. */
export function readPattern(source: string): PatternReading {
  if (source.length > PATTERN_LENGTH_MAX) {
    return { ok: false, message: `is longer than ${PATTERN_LENGTH_MAX} characters` };
  }
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(source));
    const size = compiled.programSize();
    const find = (text: string): boolean | undefined =>
      size * text.length > MATCH_WORK_MAX ? undefined : compiled.matcher(text).find();
    return { ok: true, pattern: Object.freeze({ source, find }) };
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return { ok: false, message: problemOf(error.message) };
  }
}

function problemOf(message: string): string {
  const problem = message.replace(/^error parsing regexp: /, "");
  if (/Perl syntax|escape sequence: `\\[1-9]/.test(problem)) {
    return `needs what a linear-time engine cannot do (${problem})`;
  }
  return `does not compile: ${problem}`;
}
