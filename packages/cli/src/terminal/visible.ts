/**
 * Text from packs, agents and commands made safe to print: whatever a terminal would obey instead of showing (escape
 * sequences, carriage returns, direction overrides) or would not show at all becomes a visible `\u{1b}`. Line breaks and
 * tabs stay, and so do one joiner or variation behind a letter or picture that scripts and emoji are drawn with.
 */

/** Joiners and variations: characters of their own scripts need them, ASCII and a row of them only hide something. */
const DRAWN = String.raw`(?<=[^\x00-\x7f\p{DI}]\ufe0f?)[\u200c\u200d\ufe00-\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`;

/** What shows nothing, separates lines or turns the text around it. */
const HIDDEN = String.raw`(?!${DRAWN})[\p{DI}\u2028\u2029\ufff9-\ufffb]`;

/** C0 without tab and line feed, DEL, C1, and what is hidden. */
const OBEYED = new RegExp(String.raw`[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|${HIDDEN}`, "gu");

/** The text with every control character spelled out. */
export function visible(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .toWellFormed()
    .replace(OBEYED, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

/** The same on one line: line breaks become `⏎`, tabs a space. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "⏎").replaceAll("\t", " ");
}

/** Those of them that JSON text may hold as they are. */
const OBEYED_IN_JSON = new RegExp(String.raw`[\u007f-\u009f]|${HIDDEN}`, "gu");

/** A value as JSON text that no terminal obeys, on one line or indented by two spaces. */
export function visibleJson(value: unknown, isIndented = false): string {
  return JSON.stringify(value, null, isIndented ? 2 : undefined).replace(OBEYED_IN_JSON, escaped);
}

/** As JSON escapes it: a character above U+FFFF takes two escapes. */
function escaped(character: string): string {
  let text = "";
  for (let at = 0; at < character.length; at++) {
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  }
  return text;
}
