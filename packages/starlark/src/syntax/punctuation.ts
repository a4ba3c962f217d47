/** Operators and brackets: the longest one that fits wins. */
import type { Punctuation } from "./token.js";

const all: readonly Punctuation[] = [
  "+",
  "-",
  "*",
  "/",
  "//",
  "%",
  "**",
  "~",
  "&",
  "|",
  "^",
  "<<",
  ">>",
  ".",
  ",",
  "=",
  ";",
  ":",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  "<",
  ">",
  ">=",
  "<=",
  "==",
  "!=",
  "+=",
  "-=",
  "*=",
  "/=",
  "//=",
  "%=",
  "&=",
  "|=",
  "^=",
  "<<=",
  ">>=",
];

/** Punctuation by the code of its first character, longest first. */
const byFirst: readonly (readonly Punctuation[] | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => {
    const found = all.filter((punctuation) => punctuation.charCodeAt(0) === code);
    return found.length === 0 ? undefined : found.sort((a, b) => b.length - a.length);
  },
);

/** The punctuation at `offset`, or undefined when none stands there. */
export function punctuationAt(text: string, offset: number): Punctuation | undefined {
  const candidates = byFirst[text.charCodeAt(offset)];
  if (candidates === undefined) return undefined;
  if (candidates.length === 1 && candidates[0]?.length === 1) return candidates[0];
  return candidates.find((punctuation) => text.startsWith(punctuation, offset));
}
