import { isSpace } from "./character-classes.js";

/** Which ends of a text are stripped. */
export type StripSide = "both" | "left" | "right";

/** The text without characters of the given set at its ends; without white space when no set is given. */
export function stripText(text: string, characters: string | undefined, side: StripSide): string {
  const set = characters === undefined ? undefined : new Set(characters);
  const strips = (character: string): boolean => set?.has(character) ?? isSpace(character);
  let start = 0;
  let end = text.length;
  if (side !== "right") start = leadingEnd(text, strips);
  if (side !== "left") end = trailingStart(text, start, strips);
  return text.slice(start, end);
}

function leadingEnd(text: string, strips: (character: string) => boolean): number {
  let index = 0;
  while (index < text.length) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    if (!strips(character)) break;
    index += character.length;
  }
  return index;
}

function trailingStart(text: string, from: number, strips: (character: string) => boolean): number {
  let index = text.length;
  while (index > from) {
    const unit = text.charCodeAt(index - 1);
    const size = unit >= 0xdc00 && unit <= 0xdfff ? 2 : 1;
    if (!strips(text.slice(index - size, index))) break;
    index -= size;
  }
  return index;
}
