/** Order of texts by code point, the same as the order of their UTF-8 bytes; `<` compares UTF-16 units, which differs. */

/** Negative, zero or positive as `a` comes before, with or after `b`. */
export function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return astralLast(left) - astralLast(right);
  }
  return a.length - b.length;
}

/** Moves surrogates behind every other unit, where the characters are that they stand for. */
function astralLast(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
