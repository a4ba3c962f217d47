/**
 * A value as text of a CommonMark document that can be nothing but text. Every mark of ASCII becomes a character
 * reference, which CommonMark takes for no structure, which cannot end a span of code, and which cannot leave an attribute
 * of raw HTML. Line ends become spaces, so that a value begins no block (HUMAN-051).
 */
const MARKS = /[!-/:-@[-`{-~]/g;
/** Line ends, tabs and the other characters that print nothing. */
const CONTROLS = /\r\n|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Spaces at an end may indent a block or break a line. */
const OUTER_SPACES = /^ +| +$/g;

export function escapeMarkdown(value: string): string {
  return value
    .replace(CONTROLS, " ")
    .replace(MARKS, reference)
    .replace(OUTER_SPACES, (spaces) => reference(" ").repeat(spaces.length));
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
