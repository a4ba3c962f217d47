/**
 * Letter case, the same on every engine.
 *
 * Only blocks whose pairs of letters were complete long ago have a case here: ASCII, Latin-1, Latin Extended-A and
 * Additional, Greek, Cyrillic. Mappings are simple, one character to one: `ß` and its kin, which grow when raised, stay
 * as they are. Locale never matters.
 */
import { hasAstral } from "./code-points.js";

const CASED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x80, 0x17f],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
];

const ASCII_ONLY = /^[\x00-\x7f]*$/;

function inCasedBlock(code: number): boolean {
  if (code < 0x80) return true;
  return CASED_BLOCKS.some(([first, last]) => code >= first && code <= last);
}

/** The character raised, or itself. */
export function upperCharacter(character: string): string {
  return mapped(character, character.toUpperCase());
}

/** The character lowered, or itself. */
export function lowerCharacter(character: string): string {
  return mapped(character, character.toLowerCase());
}

function mapped(character: string, candidate: string): string {
  return candidate.length === 1 && inCasedBlock(character.charCodeAt(0)) ? candidate : character;
}

export function upperText(text: string): string {
  return ASCII_ONLY.test(text) ? text.toUpperCase() : mapCharacters(text, upperCharacter);
}

export function lowerText(text: string): string {
  return ASCII_ONLY.test(text) ? text.toLowerCase() : mapCharacters(text, lowerCharacter);
}

/** Maps unit by unit: no character beyond the first plane has a case here. */
function mapCharacters(text: string, map: (character: string) => string): string {
  const parts: string[] = [];
  for (let index = 0; index < text.length; index++) parts.push(map(text.charAt(index)));
  return parts.join("");
}

/** Letters that are lower case without having an upper case of one character. */
const LONE_LOWER = "ßĸŉ";

export function isUpper(character: string): boolean {
  return lowerCharacter(character) !== character;
}

export function isLower(character: string): boolean {
  return upperCharacter(character) !== character || LONE_LOWER.includes(character);
}

export function isCased(character: string): boolean {
  return isUpper(character) || isLower(character);
}

/** The first character raised, all others lowered. */
export function capitalizeText(text: string): string {
  if (text === "" || hasAstral(text.charAt(0))) return lowerText(text);
  return upperCharacter(text.charAt(0)) + lowerText(text.slice(1));
}

/** Each letter that follows no letter raised, all others lowered. */
export function titleText(text: string): string {
  const parts: string[] = [];
  let inWord = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index);
    parts.push(inWord ? lowerCharacter(character) : upperCharacter(character));
    inWord = isCased(character);
  }
  return parts.join("");
}
