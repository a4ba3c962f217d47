/**
 * The words of a source, each kept once.
 *
 * A source uses few words many times. A word that was seen is recognized by its characters, without making a string of
 * them; that it is one string all over the tree also spares the passes behind the parser the comparison of equal names.
 * The table keeps one word a place and forgets it for the next, so no choice of words makes it slow.
 */
import { bindingOf, ENDS_OPERAND } from "./binding.js";
import { isIdentifierPart } from "./characters.js";
import { type TokenKind, WORD_KINDS } from "./token.js";

/** A word and the kind of token that it is. */
export interface Word {
  readonly text: string;
  readonly kind: TokenKind;
  readonly binding: number;
}

/** How many words are kept: a power of two, as a large source has more of them. */
const PLACES_MIN = 128;
const PLACES_MAX = 4096;
const CHARACTERS_EACH = 32;

export class Words {
  private readonly source: string;
  private readonly kept: Word[];

  constructor(source: string) {
    let places = PLACES_MIN;
    while (places < PLACES_MAX && places * CHARACTERS_EACH < source.length) places *= 2;
    this.source = source;
    this.kept = new Array<Word>(places).fill(NOTHING);
  }

  /** The word at `start`, which reaches as far as there are letters, digits and underscores. */
  at(start: number): Word {
    const { source } = this;
    const { length } = source;
    let end = start + 1;
    while (end < length && isIdentifierPart(source.charCodeAt(end))) end++;
    const place = placeOf(source, start, end) & (this.kept.length - 1);
    const kept = this.kept[place] as Word;
    if (kept.text.length === end - start && source.startsWith(kept.text, start)) return kept;
    const word = wordOf(source.slice(start, end));
    this.kept[place] = word;
    return word;
  }
}

/** Words that are numbered differ in their last characters, others in their first or their length. */
function placeOf(source: string, start: number, end: number): number {
  const first = source.charCodeAt(start);
  const last = source.charCodeAt(end - 1);
  const beforeLast = end - start > 1 ? source.charCodeAt(end - 2) : 0;
  return first * 37 + last * 11 + beforeLast * 127 + (end - start) * 523;
}

function wordOf(text: string): Word {
  const kind = WORD_KINDS.get(text);
  return kind === undefined
    ? { text, kind: "name", binding: ENDS_OPERAND }
    : { text, kind, binding: bindingOf(kind) };
}

/** Fills the places that no word has taken yet. */
const NOTHING: Word = { text: "", kind: "name", binding: ENDS_OPERAND };
