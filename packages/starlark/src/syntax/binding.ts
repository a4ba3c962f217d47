/**
 * How strongly each token binds to the operand before it, from weak to strong; a token that is not listed ends the
 * operand. The lexer looks this up once a word or punctuation, so that the parser compares numbers.
 */
import type { TokenKind } from "./token.js";

export const ENDS_OPERAND = 0;
export const NOT_BINDING = 3;
/** `not` behind an operand begins `not in`. */
export const COMPARISON_BINDING = 4;
/** Attributes, calls and indexes. */
export const SUFFIX_BINDING = 11;

const levels: readonly (readonly [number, readonly TokenKind[]])[] = [
  [1, ["or"]],
  [2, ["and"]],
  [COMPARISON_BINDING, ["==", "!=", "<", ">", "<=", ">=", "in", "not"]],
  [5, ["|"]],
  [6, ["^"]],
  [7, ["&"]],
  [8, ["<<", ">>"]],
  [9, ["+", "-"]],
  [10, ["*", "/", "//", "%"]],
  [SUFFIX_BINDING, [".", "(", "["]],
];

const bindings: ReadonlyMap<TokenKind, number> = new Map(
  levels.flatMap(([binding, kinds]) => kinds.map((kind) => [kind, binding] as const)),
);

export function bindingOf(kind: TokenKind): number {
  return bindings.get(kind) ?? ENDS_OPERAND;
}
