/**
 * Classes of characters, from pinned tables: what a letter is must not depend on the engine's Unicode version.
 *
 * Digits are ASCII. Letters are those of ASCII, Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Kana, the unified CJK
 * ideographs and Hangul. Spaces are Unicode's white space, a set that never changes.
 */
import { isCased, isLower, isUpper } from "./case.js";

const LETTERS =
  /^[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u1e00-\u1eff\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+$/;

const ALPHANUMERIC = new RegExp(LETTERS.source.replace("^[", "^[0-9"));

const DIGITS = /^[0-9]+$/;

/** White space as a class of a regular expression. */
const SPACE_CLASS =
  "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const SPACES = new RegExp(`^[${SPACE_CLASS}]+$`);

/** One white-space character. */
export function isSpace(character: string): boolean {
  return SPACES.test(character);
}

export function isAlphabetic(text: string): boolean {
  return LETTERS.test(text);
}

export function isAlphanumeric(text: string): boolean {
  return ALPHANUMERIC.test(text);
}

export function isDigits(text: string): boolean {
  return DIGITS.test(text);
}

export function isSpaces(text: string): boolean {
  return SPACES.test(text);
}

/** Whether there is a letter with case and all of them are upper case. */
export function isUpperText(text: string): boolean {
  return someCased(text, isUpper);
}

/** Whether there is a letter with case and all of them are lower case. */
export function isLowerText(text: string): boolean {
  return someCased(text, isLower);
}

function someCased(text: string, wanted: (unit: number) => boolean): boolean {
  let found = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (!isCased(unit)) continue;
    if (!wanted(unit)) return false;
    found = true;
  }
  return found;
}

/** Whether every word begins with an upper-case letter and goes on in lower case. */
export function isTitleText(text: string): boolean {
  let found = false;
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isUpper(unit)) {
      if (inWord) return false;
      found = true;
    } else if (isLower(unit) && !inWord) {
      return false;
    }
    inWord = isCased(unit);
  }
  return found;
}
