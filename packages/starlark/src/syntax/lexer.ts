/**
 * Turns a source into tokens, one at a time and on demand.
 *
 * The current token lies in the lexer's own fields, so that a large source makes no token objects. Lines join inside
 * brackets and after a backslash; indentation becomes `indent` and `dedent`. Tabs and spaces are never compared: a file
 * indents with one of them, since what they look like depends on the editor.
 */
import type { Limits } from "../budget/limits.js";
import { boundClause, boundCode } from "../budget/limits.js";
import { ENDS_OPERAND } from "./binding.js";
import { BracketStack } from "./bracket-stack.js";
import {
  ASCII_END,
  BACKSLASH,
  BYTE_ORDER_MARK,
  CARRIAGE_RETURN,
  DOUBLE_QUOTE,
  describeCharacter,
  HASH,
  isDigit,
  isIdentifierPart,
  LINE_FEED,
  SINGLE_QUOTE,
  SPACE,
  TAB,
} from "./characters.js";
import { Indentation } from "./indentation.js";
import type { Comment } from "./nodes.js";
import { beginsPunctuation, punctuationAt } from "./punctuation.js";
import { digitsValue, plainIntegerEnd, scanNumber } from "./scan-number.js";
import { bytesOfLiteral, plainStringEnd, scanString } from "./scan-string.js";
import type { SourceText } from "./source-text.js";
import { type SyntaxFault, syntaxFault } from "./syntax-fault.js";
import type { TokenKind } from "./token.js";
import { Words } from "./words.js";

/** What a character does where a token may begin. */
const OTHER = 0;
const BLANK = 1;
const COMMENT = 2;
const LINE_END = 3;
const JOIN = 4;
const WORD = 5;
const NUMERAL = 6;
const QUOTE = 7;
const SIGN = 8;

const ROLE_OF: ReadonlyMap<number, number> = new Map([
  [SPACE, BLANK],
  [TAB, BLANK],
  [HASH, COMMENT],
  [LINE_FEED, LINE_END],
  [CARRIAGE_RETURN, LINE_END],
  [BACKSLASH, JOIN],
  [SINGLE_QUOTE, QUOTE],
  [DOUBLE_QUOTE, QUOTE],
]);

/** The role of each ASCII code. */
const ROLES: Uint8Array = Uint8Array.from({ length: ASCII_END + 1 }, (_, code) => {
  if (isDigit(code)) return NUMERAL;
  if (isIdentifierPart(code)) return WORD;
  return ROLE_OF.get(code) ?? (beginsPunctuation(code) ? SIGN : OTHER);
});

const NO_BYTES = new Uint8Array(0);

export class Lexer {
  readonly source: SourceText;
  readonly comments: Comment[] = [];
  readonly brackets: BracketStack;
  /** The current token. */
  kind: TokenKind = "newline";
  start = 0;
  end = 0;
  /** How strongly the token binds to an operand before it. */
  binding: number = ENDS_OPERAND;
  /** The word of a name, keyword or reserved word; the meaning of a string. */
  text = "";
  /** The meaning of a bytes literal. */
  bytes: Uint8Array = NO_BYTES;
  /** The value of a number. */
  number: number | bigint = 0;
  /** Where the token before this one ended. */
  previousEnd = 0;
  /** How many tokens were read. */
  tokenCount = 0;

  private readonly input: string;
  private readonly words: Words;
  private readonly limits: Limits;
  private readonly indentation: Indentation;
  private atLineStart = true;

  constructor(source: SourceText, limits: Limits) {
    this.source = source;
    this.input = source.text;
    this.words = new Words(source.text);
    this.limits = limits;
    this.brackets = new BracketStack(source);
    this.indentation = new Indentation(source);
    if (this.input.charCodeAt(0) === BYTE_ORDER_MARK) this.end = 1;
  }

  /** Moves to the next token. */
  next(): void {
    this.previousEnd = this.end;
    this.tokenCount++;
    this.binding = ENDS_OPERAND;
    if (this.atLineStart && this.startLine()) return;
    this.scan();
  }

  /** Reads the indentation of the next line that holds a token; true when that made a token. */
  private startLine(): boolean {
    const { indentation } = this;
    const inside = indentation.sameBlock(this.end);
    if (inside >= 0 && this.beginsToken(inside)) {
      this.end = inside;
      this.start = inside;
      this.atLineStart = false;
      return false;
    }
    if (indentation.pendingDedents > 0) {
      indentation.pendingDedents--;
      this.kind = "dedent";
    } else {
      const lineStart = this.skipEmptyLines();
      const indented = this.end - lineStart;
      this.start = this.end;
      const change = indentation.enterLine(lineStart, indented);
      if (change === "same") {
        this.atLineStart = false;
        return false;
      }
      this.kind = change;
    }
    this.atLineStart = indentation.pendingDedents > 0;
    return true;
  }

  /** Whether the character is no blank, comment or line end. */
  private beginsToken(index: number): boolean {
    const code = index < this.input.length ? this.input.charCodeAt(index) : SPACE;
    const role = code <= ASCII_END ? (ROLES[code] as number) : OTHER;
    return role === OTHER || role > LINE_END;
  }

  /** Skips lines without a token and gives the start of the first line with one, `end` behind its indentation. */
  private skipEmptyLines(): number {
    const { input } = this;
    let lineStart = this.end;
    let index = lineStart;
    while (index < input.length) {
      const code = input.charCodeAt(index);
      if (code === SPACE || code === TAB) index++;
      else if (code === LINE_FEED || code === CARRIAGE_RETURN) lineStart = ++index;
      else if (code === HASH) index = this.comment(index);
      else break;
    }
    this.end = index;
    // The end of the file closes every block, however far its last line is indented.
    return index >= input.length ? index : lineStart;
  }

  private comment(start: number): number {
    const { input } = this;
    let end = start + 1;
    while (end < input.length && !isLineEnd(input.charCodeAt(end))) end++;
    this.comments.push({ kind: "Comment", start, end, text: input.slice(start + 1, end) });
    return end;
  }

  /** Passes spaces, joined lines and comments, inside brackets also line ends, and reads what comes then. */
  private scan(): void {
    const { input } = this;
    let index = this.end;
    while (index < input.length) {
      const code = input.charCodeAt(index);
      switch (code <= ASCII_END ? ROLES[code] : OTHER) {
        case BLANK:
          index++;
          break;
        case WORD:
          this.start = index;
          this.word(index);
          return;
        case SIGN:
          this.start = index;
          this.punctuation();
          return;
        case NUMERAL:
          this.start = index;
          this.numeral();
          return;
        case QUOTE:
          this.start = index;
          this.string(index, false);
          return;
        case LINE_END:
          if (this.brackets.depth === 0) {
            this.lineEnd(index);
            return;
          }
          index++;
          break;
        case COMMENT:
          index = this.comment(index);
          break;
        case JOIN:
          index = this.joinedLine(index);
          break;
        default:
          throw this.unexpectedCharacter(index);
      }
    }
    this.endOfFile();
  }

  /** The start of the line that a backslash joins to its own. */
  private joinedLine(backslash: number): number {
    if (isLineEnd(this.input.charCodeAt(backslash + 1))) return this.afterLineEnd(backslash + 1);
    throw this.unexpectedCharacter(backslash);
  }

  private word(start: number): void {
    const { text, kind, binding } = this.words.at(start);
    const end = start + text.length;
    if (text.length <= 2 && end < this.input.length) {
      const after = this.input.charCodeAt(end);
      const quoted = after === DOUBLE_QUOTE || after === SINGLE_QUOTE;
      if (quoted && this.prefixedString(text, end)) return;
    }
    this.end = end;
    this.text = text;
    this.kind = kind;
    this.binding = binding;
  }

  /** Reads a string with a prefix such as `r`; false when the word before the quote is no prefix. */
  private prefixedString(prefix: string, quoteStart: number): boolean {
    const lower = prefix.toLowerCase();
    if (lower === "r") {
      this.string(quoteStart, true);
      return true;
    }
    const span = { start: this.start, end: quoteStart };
    if (lower === "f" || lower === "fr" || lower === "rf") {
      const message = `f-strings are not part of the language; write "...{}...".format(value) or "..." + str(value)`;
      throw this.fault("python-habit", message, span);
    }
    if (lower === "b" || lower === "br" || lower === "rb") {
      this.bytesLiteral(quoteStart, lower !== "b");
      return true;
    }
    return false;
  }

  private string(quoteStart: number, raw: boolean): void {
    const plainEnd = plainStringEnd(this.input, quoteStart);
    if (plainEnd >= 0) {
      this.kind = "string";
      this.text = this.input.slice(quoteStart + 1, plainEnd);
      this.end = plainEnd + 1;
      return;
    }
    const scanned = scanString(this.input, this.start, quoteStart, raw);
    if (scanned.kind === "error") throw this.fault(scanned.code, scanned.message, scanned);
    this.kind = "string";
    this.text = scanned.value;
    this.end = scanned.end;
  }

  private bytesLiteral(quoteStart: number, raw: boolean): void {
    const scanned = scanString(this.input, this.start, quoteStart, raw, true);
    if (scanned.kind === "error") throw this.fault(scanned.code, scanned.message, scanned);
    this.kind = "bytes";
    this.bytes = bytesOfLiteral(scanned.value);
    this.end = scanned.end;
  }

  private numeral(): void {
    const plainEnd = plainIntegerEnd(this.input, this.start);
    if (plainEnd >= 0) {
      this.kind = "int";
      this.number = digitsValue(this.input, this.start, plainEnd);
      this.end = plainEnd;
      return;
    }
    const bitsMax = this.limits.integerBits;
    const scanned = scanNumber(this.input, this.start, bitsMax);
    const span = { start: this.start, end: scanned.end };
    this.end = scanned.end;
    if (scanned.kind === "error") throw this.fault("invalid-number", scanned.message, span);
    if (scanned.kind === "too long") {
      const message = `the int has too many bits; ${boundClause("integerBits", bitsMax)}`;
      throw this.fault(boundCode("integerBits"), message, span);
    }
    this.kind = scanned.kind;
    this.number = scanned.value;
  }

  private lineEnd(start: number): void {
    this.kind = "newline";
    this.start = start;
    this.end = this.afterLineEnd(start);
    this.atLineStart = true;
  }

  /** The end of the file ends its line, then its blocks. */
  private endOfFile(): void {
    this.start = this.input.length;
    this.end = this.start;
    if (this.brackets.depth > 0) throw this.brackets.unclosed();
    if (this.kind !== "newline" && this.kind !== "dedent" && this.kind !== "end of file") {
      this.kind = "newline";
      this.atLineStart = true;
      return;
    }
    this.kind = "end of file";
  }

  private punctuation(): void {
    const { input, start } = this;
    const found = punctuationAt(input, start);
    if (found === undefined) throw this.unexpectedCharacter(start);
    if (found.kind === "." && isDigit(input.charCodeAt(start + 1))) {
      this.numeral();
      return;
    }
    this.kind = found.kind;
    this.binding = found.binding;
    this.end = start + found.length;
    if (found.bracket === "none") return;
    if (found.bracket === "opens") this.brackets.open(start);
    else this.brackets.close(start);
  }

  private unexpectedCharacter(start: number): SyntaxFault {
    const { input } = this;
    const length = String.fromCodePoint(input.codePointAt(start) ?? 0).length;
    const span = { start, end: start + length };
    const shown = describeCharacter(input, start);
    const beyondAscii = input.charCodeAt(start) > 0x7f;
    const negation = input.charAt(start) === "!" ? "; write `not`" : "";
    const hint = beyondAscii ? "; names are made of ASCII letters, digits and _" : negation;
    return this.fault("unexpected-character", `unexpected character ${shown}${hint}`, span);
  }

  private afterLineEnd(index: number): number {
    const paired =
      this.input.charCodeAt(index) === CARRIAGE_RETURN &&
      this.input.charCodeAt(index + 1) === LINE_FEED;
    return index + (paired ? 2 : 1);
  }

  private fault(code: string, message: string, span: { start: number; end: number }): SyntaxFault {
    return syntaxFault(this.source, code, message, span);
  }
}

function isLineEnd(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}
