/**
 * Classes of characters, from pinned tables: what a letter is must not depend on the engine's Unicode version.
 *
 * Digits are ASCII. Letters are those of ASCII, Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Kana, the unified CJK
 * ideographs and Hangul. Spaces are Unicode's white space, a set that never changes.
 */
import { beginsWord, isCased, isLower, isTitle, isUpper } from "./case.js";

const LETTERS =
  /^[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u0561-\u0587\u05d0-\u05ea\u0620-\u064a\u1e00-\u1eff\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+$/;

const ALPHANUMERIC = new RegExp(LETTERS.source.replace("^[", "^[0-9"));

const DIGITS = /^[0-9]+$/;

/** White space beyond ASCII. */
const WIDE_SPACES: ReadonlySet<number> = new Set([
  0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008,
  0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);

/** Whether a unit is white space. */
export function isSpaceUnit(unit: number): boolean {
  if (unit < 0x80)
    return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || (unit >= 0x1c && unit <= 0x1f);
  return WIDE_SPACES.has(unit);
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
  for (let index = 0; index < text.length; index++) {
    if (!isSpaceUnit(text.charCodeAt(index))) return false;
  }
  return text !== "";
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
    if (isUpper(unit) || isTitle(unit)) {
      if (inWord || !beginsWord(unit)) return false;
      found = true;
    } else if (isLower(unit) && !inWord) {
      return false;
    }
    inWord = isCased(unit);
  }
  return found;
}
