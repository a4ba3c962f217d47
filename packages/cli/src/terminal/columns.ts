/**
 * How many columns of a terminal a text takes: two for what East Asian scripts and pictures are written with, one for the
 * rest. A character and the marks on it are drawn as one and never taken apart.
 */

/** What nearly all that is printed is made of: ASCII, and an ellipsis, a dash, a dot, ticks and the like. */
const PLAIN = /^[\x20-\x7e\u00b7\u00d7\u2014\u2026\u23ce\u2713\u2717]*$/;

/** Scripts and symbols that are drawn two columns wide. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18d08}\u{1b000}-\u{1b2fb}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** UTF-16 units of one drawn character that cost no more than it takes: text from outside may pile up marks. */
const UNITS_A_COLUMN = 8;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as they are drawn, each with the columns that it takes. */
export function drawn(text: string): readonly (readonly [character: string, columns: number])[] {
  if (PLAIN.test(text)) return [...text].map((character) => [character, 1] as const);
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return [...segmenter.segment(text)].map(({ segment }) => [segment, widthOf(segment)] as const);
}

export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return [...text].length;
  return drawn(text).reduce((columns, [, width]) => columns + width, 0);
}

function widthOf(character: string): number {
  const width = WIDE.test(character) ? 2 : 1;
  return Math.max(width, Math.ceil(character.length / UNITS_A_COLUMN));
}
