/** Laying text out in at most {@link LINE_WIDTH} columns: words move to the next line, a longer word is broken. */

/** The width that every listing of the command fits. */
export const LINE_WIDTH = 100;

/**
 * Joins words with spaces into lines of at most `width` code points. The first line starts with `first`, the others with
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
  for (const word of words.flatMap((one) => pieces(one, width - lengthOf(rest)))) {
    if (started && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line);
      line = rest;
      started = false;
    } else if (!started && lengthOf(line) + lengthOf(word) > width && line !== rest) {
      lines.push(line.trimEnd());
      line = rest;
    }
    line += started ? ` ${word}` : word;
    started = true;
  }
  return [...lines, line];
}

/** The text cut to a number of code points, the last one then an ellipsis. */
export function cut(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join("")}…`;
}

/** Padded on the right to a number of code points. */
export function pad(text: string, length: number): string {
  return text + " ".repeat(Math.max(0, length - lengthOf(text)));
}

function pieces(word: string, width: number): readonly string[] {
  const characters = [...word];
  const parts: string[] = [];
  for (let from = 0; from < characters.length; from += width) {
    parts.push(characters.slice(from, from + width).join(""));
  }
  return parts;
}

function lengthOf(text: string): number {
  return [...text].length;
}
