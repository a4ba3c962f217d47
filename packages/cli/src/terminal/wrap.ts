/** Laying text out in at most {@link LINE_WIDTH} columns: words move to the next line, a longer word is broken. */
import { columnsOf, drawn } from "./columns.js";

/** The width that every listing of the command fits. */
export const LINE_WIDTH = 100;

/**
 * Joins words with spaces into lines of at most `width` columns. The first line starts with `first`, the others with
 * `rest`; a word that fits no line alone is broken at the edge.
 */
export function wrapWords(
  words: readonly string[],
  first: string,
  rest: string,
  width: number = LINE_WIDTH,
): readonly string[] {
  const lines: string[] = [];
  let line = first;
  let started = false;
  for (const word of words.flatMap((one) => pieces(one, width - columnsOf(rest)))) {
    if (started && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = rest;
      started = false;
    } else if (!started && columnsOf(line) + columnsOf(word) > width && line !== rest) {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += started ? ` ${word}` : word;
    started = true;
  }
  return [...lines, line];
}

/** The text cut to a number of columns, the last one then an ellipsis. */
export function cut(text: string, length: number): string {
  if (columnsOf(text) <= length) return text;
  let room = length - 1;
  let kept = "";
  for (const [character, columns] of drawn(text)) {
    if (columns > room) break;
    room -= columns;
    kept += character;
  }
  return `${kept}…`;
}

/** Padded on the right to a number of columns. */
export function pad(text: string, length: number): string {
  return text + " ".repeat(Math.max(0, length - columnsOf(text)));
}

/** The word in parts of at most so many columns; one character alone is never too wide. */
function pieces(word: string, width: number): readonly string[] {
  const parts: string[] = [];
  let part = "";
  let room = width;
  for (const [character, columns] of drawn(word)) {
    if (columns > room && part !== "") {
      parts.push(part);
      part = "";
      room = width;
    }
    part += character;
    room -= columns;
  }
  return part === "" ? parts : [...parts, part];
}
