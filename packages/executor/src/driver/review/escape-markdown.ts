/**
 * A value as text of a CommonMark document that can be nothing but text. Every mark of ASCII becomes a character
 * reference, which CommonMark takes for no structure, which cannot end a span of code, and which cannot leave an attribute
 * of raw HTML. Line ends become spaces, so that a value begins no block (HUMAN-051).
 */
const MARKS = /[!-/:-@[-`{-~]/g;
/** Line ends, tabs and the other characters that print nothing. */
const CONTROLS = /\r\n|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

export function escapeMarkdown(value: string): string {
  const text = value.replace(CONTROLS, " ").replace(MARKS, reference);
  let start = 0;
  while (text[start] === " ") start++;
  let end = text.length;
  while (end > start && text[end - 1] === " ") end--;
  // Spaces at an end may indent a block or break a line.
  const space = reference(" ");
  return space.repeat(start) + text.slice(start, end) + space.repeat(text.length - end);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
