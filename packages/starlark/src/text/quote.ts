/**
 * A string as the language would write it: in double quotes, with escapes.
 *
 * Quotes, backslashes and control characters are escaped, and what does not show or turns the text around it: separators
 * that editors treat as line ends, joiners, marks of direction.
 * Every other character stays as it is, so the result does not depend on a Unicode version.
 */

const NAMED: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\x07", "\\a"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
]);

const ESCAPED = /["\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;

const ESCAPED_ALL = /["\\\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

export function quote(text: string): string {
  if (!ESCAPED.test(text)) return `"${text}"`;
  return `"${text.replace(ESCAPED_ALL, escapeCharacter)}"`;
}

function escapeCharacter(character: string): string {
  const named = NAMED.get(character);
  if (named !== undefined) return named;
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  return code < 0x80 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
