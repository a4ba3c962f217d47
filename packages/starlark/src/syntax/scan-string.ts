/**
 * String literals: both quotes, triple quotes, raw strings, escapes.
 *
 * Line ends inside a literal count as one LF whatever the file uses, so a pack means the same after a change of line
 * ends. An escape that means nothing is an error, since Python's silent backslash hides typing mistakes.
 */
import { encodeUtf8 } from "../text/utf8.js";
import { BACKSLASH, CARRIAGE_RETURN, digitValue, LINE_FEED } from "./characters.js";

export type ScannedString =
  | { readonly kind: "string"; readonly end: number; readonly value: string }
  | {
      readonly kind: "error";
      readonly start: number;
      readonly end: number;
      readonly code: "unclosed-string" | "unterminated-string" | "invalid-escape";
      readonly message: string;
    };

/**
 * Where the literal whose quote stands at `quoteStart` closes, if all of it means itself: one pair of quotes, nothing
 * escaped, on one line. -1 for every other literal, right or wrong.
 */
export function plainStringEnd(text: string, quoteStart: number): number {
  const quote = text.charCodeAt(quoteStart);
  for (let index = quoteStart + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH || isLineEnd(code)) return -1;
    if (code !== quote) continue;
    const triple = index === quoteStart + 1 && text.charCodeAt(index + 1) === quote;
    return triple ? -1 : index;
  }
  return -1;
}

/** Reads the literal whose quote stands at `quoteStart`; `start` is where its prefix, if any, begins. */
export function scanString(
  text: string,
  start: number,
  quoteStart: number,
  raw: boolean,
  bytes = false,
): ScannedString {
  const quote = text.charCodeAt(quoteStart);
  const triple =
    text.charCodeAt(quoteStart + 1) === quote && text.charCodeAt(quoteStart + 2) === quote;
  const scan = new StringScan(text, quote, triple, raw, bytes);
  return scan.run(start, quoteStart + (triple ? 3 : 1));
}

class StringScan {
  private readonly text: string;
  private readonly quote: number;
  private readonly triple: boolean;
  private readonly raw: boolean;
  /** Whether the literal means bytes, so that `\\xff` is one of them. */
  private readonly bytes: boolean;
  /** What was read before `copied`, in pieces that needed a change. */
  private value = "";
  private copied = 0;

  constructor(text: string, quote: number, triple: boolean, raw: boolean, bytes: boolean) {
    this.bytes = bytes;
    this.text = text;
    this.quote = quote;
    this.triple = triple;
    this.raw = raw;
  }

  run(start: number, bodyStart: number): ScannedString {
    this.copied = bodyStart;
    let index = bodyStart;
    for (;;) {
      index = this.plainEnd(index);
      if (this.closesAt(index)) {
        return { kind: "string", end: index + (this.triple ? 3 : 1), value: this.take(index) };
      }
      const next = this.step(index);
      if (next === undefined) return this.unterminated(start, index);
      if (typeof next !== "number") return next;
      index = next;
    }
  }

  /** The next character that may mean more than itself: a quote, a backslash, a line end, the end. */
  private plainEnd(from: number): number {
    const { text, quote } = this;
    let index = from;
    while (index < text.length) {
      const code = text.charCodeAt(index);
      if (code === quote || code === BACKSLASH || isLineEnd(code)) break;
      index++;
    }
    return index;
  }

  /** Passes the character at `index`; undefined where the literal may not go on. */
  private step(index: number): number | ScannedString | undefined {
    const code = this.text.charCodeAt(index);
    if (code === BACKSLASH) return this.escapeAt(index);
    if (isLineEnd(code)) return this.triple ? this.lineEnd(index, index) : undefined;
    return index < this.text.length ? index + 1 : undefined;
  }

  private closesAt(index: number): boolean {
    const { text, quote } = this;
    if (text.charCodeAt(index) !== quote) return false;
    if (!this.triple) return true;
    return text.charCodeAt(index + 1) === quote && text.charCodeAt(index + 2) === quote;
  }

  private take(end: number): string {
    return this.value + this.text.slice(this.copied, end);
  }

  /** Puts `replacement` in the place of `from`..`to`. */
  private replace(from: number, to: number, replacement: string): number {
    this.value += this.text.slice(this.copied, from) + replacement;
    this.copied = to;
    return to;
  }

  /** Takes the line end at `index` as one LF; what stands from `from` up to it stays as it is. */
  private lineEnd(from: number, index: number): number {
    if (this.text.charCodeAt(index) === LINE_FEED) return index + 1;
    const paired = this.text.charCodeAt(index + 1) === LINE_FEED;
    const kept = this.text.slice(from, index);
    return this.replace(from, index + (paired ? 2 : 1), `${kept}\n`);
  }

  private unterminated(start: number, end: number): ScannedString {
    const message = this.triple
      ? "the string is never closed"
      : "unexpected newline in string; close it, or use triple quotes for several lines";
    const code = this.triple ? "unclosed-string" : "unterminated-string";
    return { kind: "error", code, start, end, message };
  }

  /** Reads what follows the backslash at `index` and gives the offset behind it. */
  private escapeAt(index: number): number | ScannedString {
    const next = this.text.charCodeAt(index + 1);
    const endsLine = isLineEnd(next);
    if (this.raw) return endsLine ? this.lineEnd(index, index + 1) : index + 2;
    if (endsLine) return this.replace(index, this.lineEndAfter(index + 1), "");
    const simple = SIMPLE_ESCAPES.get(next);
    if (simple !== undefined) return this.replace(index, index + 2, simple);
    const numeric = NUMERIC_ESCAPES.get(next);
    if (numeric !== undefined) return this.numericEscape(index, index + 2, numeric);
    if (digitValue(next, 8) >= 0) return this.octalEscape(index);
    if (Number.isNaN(next)) return index + 1;
    const shown =
      this.text.slice(index, index + 1) +
      String.fromCodePoint(this.text.codePointAt(index + 1) ?? 0);
    return invalid(
      index,
      index + shown.length,
      `invalid escape sequence \`${shown}\`; write \`\\${shown}\` for a backslash, or use a raw string r"..."`,
    );
  }

  private lineEndAfter(index: number): number {
    const paired =
      this.text.charCodeAt(index) === CARRIAGE_RETURN &&
      this.text.charCodeAt(index + 1) === LINE_FEED;
    return index + (paired ? 2 : 1);
  }

  private numericEscape(index: number, digits: number, length: number): number | ScannedString {
    let code = 0;
    for (let offset = 0; offset < length; offset++) {
      const digit = digitValue(this.text.charCodeAt(digits + offset), 16);
      if (digit < 0) {
        const shown = this.text.slice(index, digits + offset);
        return invalid(
          index,
          digits + offset,
          `invalid escape sequence \`${shown}\`: it needs ${length} hexadecimal digits`,
        );
      }
      code = code * 16 + digit;
    }
    return this.codeEscape(index, digits + length, code, length === 2);
  }

  private octalEscape(index: number): number | ScannedString {
    let code = 0;
    let end = index + 1;
    while (end < index + 4 && digitValue(this.text.charCodeAt(end), 8) >= 0) {
      code = code * 8 + digitValue(this.text.charCodeAt(end), 8);
      end++;
    }
    return this.codeEscape(index, end, code, true);
  }

  /** `byte` is true for the forms that other dialects read as one byte: beyond ASCII they would disagree. */
  private codeEscape(
    index: number,
    end: number,
    code: number,
    byte: boolean,
  ): number | ScannedString {
    const shown = this.text.slice(index, end);
    const hex = code.toString(16).padStart(4, "0");
    if (byte && this.bytes && code <= 0xff) {
      return this.replace(index, end, code > 0x7f ? markByte(code) : String.fromCharCode(code));
    }
    if (byte && code > 0x7f) {
      return invalid(
        index,
        end,
        `invalid escape sequence \`${shown}\`: it is not ASCII; write \`\\u${hex}\``,
      );
    }
    if (code > 0x10ffff) {
      return invalid(
        index,
        end,
        `invalid escape sequence \`${shown}\`: it is beyond the last character U+10FFFF`,
      );
    }
    if (code >= 0xd800 && code <= 0xdfff) {
      return invalid(
        index,
        end,
        `invalid escape sequence \`${shown}\`: it is half of a surrogate pair`,
      );
    }
    return this.replace(index, end, String.fromCodePoint(code));
  }
}

/** Stands for a byte beyond ASCII among the characters of a bytes literal: half of a pair, which no literal can hold. */
function markByte(byte: number): string {
  return String.fromCharCode(BYTE_MARK + byte);
}

const BYTE_MARK = 0xdc00;

const MARKED_BYTES = /([\udc80-\udcff])/u;

/** The bytes of a literal that was scanned for them: its characters in UTF-8, and the bytes that were escaped. */
export function bytesOfLiteral(scanned: string): Uint8Array {
  const parts = scanned.split(MARKED_BYTES).map((part) => {
    return MARKED_BYTES.test(part)
      ? Uint8Array.of(part.charCodeAt(0) - BYTE_MARK)
      : encodeUtf8(part);
  });
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

function invalid(start: number, end: number, message: string): ScannedString {
  return { kind: "error", code: "invalid-escape", start, end, message };
}

const SIMPLE_ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({
    "\\": "\\",
    "'": "'",
    '"': '"',
    a: "\x07",
    b: "\b",
    f: "\f",
    n: "\n",
    r: "\r",
    t: "\t",
    v: "\v",
  }).map(([letter, meaning]) => [letter.charCodeAt(0), meaning]),
);

/** Hexadecimal digits after `\x`, `\u` and `\U`. */
const NUMERIC_ESCAPES: ReadonlyMap<number, number> = new Map([
  [0x78, 2],
  [0x75, 4],
  [0x55, 8],
]);
