/**
 * The words of a source, each kept once.
 *
 * A source uses few words many times. A word that was seen is recognized by its characters, without making a string of
 * them; that it is one string all over the tree also spares the passes behind the parser the comparison of equal names.
 * The table keeps one word a place and forgets it for the next, so no choice of words makes it slow.
 */
import { ASCII_END, CHARACTER_CLASSES } from "./characters.js";
import { type TokenKind, WORD_KINDS } from "./token.js";

/** A word and the kind of token that it is. */
export interface Word {
  readonly text: string;
  readonly kind: TokenKind;
}

/** How many words are kept; a power of two. */
const PLACES = 512;

export class Words {
  private readonly source: string;
  private readonly kept: Word[] = [];

  constructor(source: string) {
    this.source = source;
    for (let place = 0; place < PLACES; place++) this.kept.push(NOTHING);
  }

  /** The word at `start`, which reaches as far as there are letters, digits and underscores. */
  at(start: number): Word {
    const { source } = this;
    let hash = 0;
    let end = start;
    for (; end < source.length; end++) {
      const code = source.charCodeAt(end);
      if (code > ASCII_END || CHARACTER_CLASSES[code] === 0) break;
      hash = (hash * 31 + code) & 0xffffff;
    }
    const place = (hash ^ (hash >> 9)) & (PLACES - 1);
    const kept = this.kept[place] as Word;
    if (kept.text.length === end - start && source.startsWith(kept.text, start)) return kept;
    const text = source.slice(start, end);
    const word: Word = { text, kind: WORD_KINDS.get(text) ?? "name" };
    this.kept[place] = word;
    return word;
  }
}

/** Fills the places that no word has taken yet. */
const NOTHING: Word = { text: "", kind: "name" };
