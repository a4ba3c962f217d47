/** Regular expressions of users' schemas on an engine whose time grows with the text alone, whatever the pattern. */
import { RE2JS } from "re2js";

/** The part of a regular expression that schema validation uses. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** Throws on a pattern that cannot run in linear time (lookaround, backreferences) or is malformed. */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.matcher(text).find() };
}
