/** What to write instead of a habit from Python that the language does not have. */
import type { TokenKind } from "./token.js";

const RESERVED_HINTS: ReadonlyMap<string, string> = new Map([
  ["as", '`as` is not part of the language; load(...) renames with `local = "name"`'],
  ["assert", 'there is no `assert`; write `if not condition: fail("why")` inside a function'],
  ["class", "there are no classes; use a dict, or a function that returns one"],
  ["del", "there is no `del`; use list.pop(index) or dict.pop(key)"],
  ["except", "errors cannot be caught; test before you act"],
  ["finally", "errors cannot be caught, so there is no `finally`"],
  ["from", 'there is no `import`; write load("file.star", "name")'],
  ["global", "a function cannot rebind a global; return the value instead"],
  ["import", 'there is no `import`; write load("file.star", "name")'],
  ["is", "there is no `is`; compare with `==`"],
  [
    "nonlocal",
    "a function cannot rebind an outer variable; return the value, or change a list or dict",
  ],
  ["raise", 'there is no `raise`; write fail("why")'],
  ["try", "errors cannot be caught; test before you act"],
  ["while", "there is no `while`; write `for _ in range(limit)` with `break`"],
  ["with", "there is no `with`"],
  ["yield", "there are no generators; build a list and return it"],
]);

/** What to say about a reserved word. */
export function reservedHint(word: string): string {
  return RESERVED_HINTS.get(word) ?? `\`${word}\` is a reserved word`;
}

const TOKEN_HINTS: ReadonlyMap<string, string> = new Map([
  ["**", "there is no power operator; multiply, or shift with `<<`"],
  ["is", "there is no `is`; compare with `==`"],
]);

/** What to say about an operator that only Python has, where an operator could stand. */
export function operatorHint(kind: TokenKind): string | undefined {
  return TOKEN_HINTS.get(kind);
}
