/** Regular expressions of users' schemas on an engine whose time grows with the text alone, whatever the pattern. */
import { RE2JS } from "re2js";

/** The part of a regular expression that schema validation uses. */
export interface LinearPattern {
  test(text: string): boolean;
  /** The pattern: the schema library tells patterns apart by this text. */
  toString(): string;
}

/** Instructions of the pattern times characters of the text: some seconds on a slow machine. */
const MATCH_WORK_MAX = 50_000_000;

/** Throws on a pattern that cannot run in linear time (lookaround, backreferences) or is malformed. */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  const size = compiled.programSize();
  return {
    test: (text) => {
      if (size * text.length > MATCH_WORK_MAX) {
        throw new RangeError("a pattern and the text it is matched with are too long together");
      }
      return compiled.matcher(text).find();
    },
    toString: () => pattern,
  };
}
