/**
 * Letter case, the same on every engine.
 *
 * Only blocks whose pairs of letters were complete long ago have a case here: ASCII, Latin-1, Latin Extended-A and
 * Additional, the digraphs with a caron, Greek, Cyrillic. Mappings are simple, one character to one: `ß` and its kin, which grow when raised, stay
 * as they are. Locale never matters. All of it happens unit by unit, since no character beyond the first plane has a
 * case here.
 */

const CASED_BLOCKS: readonly (readonly [first: number, last: number])[] = [
  [0x00, 0x17f],
  [0x1c4, 0x1cc],
  [0x1f1, 0x1f3],
  [0x370, 0x3ff],
  [0x400, 0x52f],
  [0x1e00, 0x1eff],
];

const TABLE_END = 0x1f00;

/** For each unit below the table's end, the unit it maps to. */
function caseTable(map: (character: string) => string): Uint16Array {
  const table = Uint16Array.from({ length: TABLE_END }, (_, code) => code);
  for (const [first, last] of CASED_BLOCKS) {
    for (let code = first; code <= last; code++) {
      const mapped = map(String.fromCharCode(code));
      if (mapped.length === 1) table[code] = mapped.charCodeAt(0);
    }
  }
  return table;
}

/** A table that is made when it is first asked for: most sources never ask. */
function table(map: (character: string) => string): () => Uint16Array {
  let made: Uint16Array | undefined;
  return () => {
    made ??= caseTable(map);
    return made;
  };
}

const DIGRAPH_TITLES: ReadonlyMap<string, string> = new Map(
  ["\u01c4\u01c5\u01c6", "\u01c7\u01c8\u01c9", "\u01ca\u01cb\u01cc", "\u01f1\u01f2\u01f3"].flatMap(
    (forms) => [...forms].map((form) => [form, forms.charAt(1)] as const),
  ),
);

const upper = table((character) => character.toUpperCase());
/** Raised at the start of a word: a digraph has a form for that. */
const title = table((character) => DIGRAPH_TITLES.get(character) ?? character.toUpperCase());
const lower = table((character) => character.toLowerCase());

function look(units: Uint16Array, unit: number): number {
  return units[unit] ?? unit;
}

/** Letters that are lower case without having an upper case of one character. */
const LONE_LOWER: ReadonlySet<number> = new Set([..."ßĸŉ"].map((letter) => letter.charCodeAt(0)));

export function isUpper(unit: number): boolean {
  return look(lower(), unit) !== unit && look(upper(), unit) === unit;
}

export function isLower(unit: number): boolean {
  return (look(upper(), unit) !== unit && look(lower(), unit) === unit) || LONE_LOWER.has(unit);
}

/** Whether it is the form of a digraph that begins a word. */
export function isTitle(unit: number): boolean {
  return (
    look(title(), unit) === unit && look(lower(), unit) !== unit && look(upper(), unit) !== unit
  );
}

/** Whether the character is already in the form that it has at the start of a word. */
export function beginsWord(unit: number): boolean {
  return look(title(), unit) === unit;
}

export function isCased(unit: number): boolean {
  return look(lower(), unit) !== unit || look(upper(), unit) !== unit || LONE_LOWER.has(unit);
}

/** Units that are mapped at a time, so that a long text needs no list of its characters. */
const CHUNK = 1024;

/** Maps each unit by the table for it: `first` at the start and behind a unit that `restarts`, `others` elsewhere. */
function mapUnits(
  text: string,
  first: Uint16Array,
  others: Uint16Array,
  restarts: (unit: number) => boolean,
): string {
  const chunks: string[] = [];
  const units = new Uint16Array(Math.min(CHUNK, text.length));
  let table = first;
  let filled = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    units[filled++] = unit < TABLE_END ? (table[unit] as number) : unit;
    table = others === first || restarts(unit) ? first : others;
    if (filled < units.length) continue;
    chunks.push(stringOf(units));
    filled = 0;
  }
  chunks.push(stringOf(units.subarray(0, filled)));
  return chunks.join("");
}

/** The engine takes the arguments straight out of a typed array, which it would walk through by an iterator to spread. */
function stringOf(units: Uint16Array): string {
  return Reflect.apply(String.fromCharCode, undefined, units);
}

const ASCII_ONLY = /^[\x00-\x7f]*$/;

const never = (): boolean => false;

export function upperText(text: string): string {
  return ASCII_ONLY.test(text) ? text.toUpperCase() : mapUnits(text, upper(), upper(), never);
}

export function lowerText(text: string): string {
  return ASCII_ONLY.test(text) ? text.toLowerCase() : mapUnits(text, lower(), lower(), never);
}

/** The first character raised, all others lowered. */
export function capitalizeText(text: string): string {
  return mapUnits(text, title(), lower(), never);
}

/** Each letter that follows no letter raised, all others lowered. */
export function titleText(text: string): string {
  return mapUnits(text, title(), lower(), (unit) => !isCased(unit));
}
