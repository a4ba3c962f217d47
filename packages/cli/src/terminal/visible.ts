/**
 * Text from packs, agents and commands made safe to print: whatever a terminal would obey instead of showing (escape
 * sequences, carriage returns, direction overrides) becomes a visible `\u{1b}`. Line breaks and tabs stay.
 */

/** C0 without tab and line feed, DEL, C1, and the marks that reorder or hide the text around them. */
const OBEYED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** The text with every control character spelled out. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .toWellFormed()
    .replace(OBEYED, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
}

/** The same on one line: line breaks become `⏎`, tabs a space. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
}

/** Those of them that JSON text may hold as they are. */
const OBEYED_IN_JSON = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A value as JSON text that no terminal obeys, on one line or indented by two spaces. */
export function visibleJson(value: unknown, isIndented = false): string {
  return JSON.stringify(value, null, isIndented ? 2 : undefined).replace(
    OBEYED_IN_JSON,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
