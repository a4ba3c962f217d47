/** Character codes and classes of the source text. Identifiers are ASCII, so no table depends on a Unicode version. */

export const TAB = 0x09;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const DOUBLE_QUOTE = 0x22;
export const HASH = 0x23;
export const SINGLE_QUOTE = 0x27;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const DOT = 0x2e;
export const ZERO = 0x30;
export const BACKSLASH = 0x5c;
export const BYTE_ORDER_MARK = 0xfeff;

/** The last code of ASCII. */
export const ASCII_END = 0x7f;

/** By ASCII code: 1 for letters, the underscore and decimal digits, 0 for all others. */
const IDENTIFIER_PARTS: Uint8Array = new Uint8Array(128);
IDENTIFIER_PARTS.fill(1, 0x30, 0x3a);
IDENTIFIER_PARTS.fill(1, 0x41, 0x5b);
IDENTIFIER_PARTS.fill(1, 0x61, 0x7b);
IDENTIFIER_PARTS[0x5f] = 1;

export function isIdentifierPart(code: number): boolean {
  return code <= ASCII_END && IDENTIFIER_PARTS[code] === 1;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The digit's value in the radix, or -1; NaN codes past the end of a text are no digits. */
export function digitValue(code: number, radix: number): number {
  let value = -1;
  if (code >= 0x30 && code <= 0x39) value = code - 0x30;
  else if (code >= 0x61 && code <= 0x66) value = code - 0x61 + 10;
  else if (code >= 0x41 && code <= 0x46) value = code - 0x41 + 10;
  return value < radix ? value : -1;
}

/** How a character is named in a message: itself when it shows, its number always when it does not. */
export function describeCharacter(text: string, offset: number): string {
  const code = text.codePointAt(offset) ?? 0;
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code > 0x20 && code < 0x7f ? `\`${String.fromCodePoint(code)}\`` : number;
}
