import { isSpaceUnit } from "./character-classes.js";
import { hasAstral } from "./code-points.js";

/** Which ends of a text are stripped. */
export type StripSide = "both" | "left" | "right";

/** The text without characters of the given set at its ends; without white space when no set is given. */
export function stripText(text: string, characters: string | undefined, side: StripSide): string {
  if (characters === undefined) return stripUnits(text, isSpaceUnit, side);
  if (hasAstral(characters)) return stripCharacters(text, new Set(characters), side);
  const units = new Set([...characters].map((character) => character.charCodeAt(0)));
  return stripUnits(text, (unit) => units.has(unit), side);
}

/** No character of the set takes two units, so units may be looked at one by one. */
function stripUnits(text: string, strips: (unit: number) => boolean, side: StripSide): string {
  let start = 0;
  let end = text.length;
  if (side !== "right") while (start < end && strips(text.charCodeAt(start))) start++;
  if (side !== "left") while (end > start && strips(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function stripCharacters(text: string, set: ReadonlySet<string>, side: StripSide): string {
  let start = 0;
  let end = text.length;
  for (let character = at(text, start); side !== "right" && set.has(character); ) {
    start += character.length;
    character = at(text, start);
  }
  for (let character = before(text, end); side !== "left" && end > start && set.has(character); ) {
    end -= character.length;
    character = before(text, end);
  }
  return text.slice(start, end);
}

/** The character that begins at the offset; empty at the end. */
function at(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  return code === undefined ? "" : String.fromCodePoint(code);
}

/** The character that ends at the offset; empty at the start. */
function before(text: string, offset: number): string {
  const unit = text.charCodeAt(offset - 1);
  return text.slice(Math.max(0, offset - (unit >= 0xdc00 && unit <= 0xdfff ? 2 : 1)), offset);
}
