/**
 * Where every key and value of a TOML text stands.
 *
 * The TOML library decides what a text means and whether it is TOML at all; it keeps no places. This scanner runs after
 * it, on text that is known to be valid, and only finds boundaries: it never decides validity and always moves forward.
 */
import type { Span } from "@crucible/starlark";

/** The places of one value: of its key, of itself, and of what it holds. */
export interface Place {
  key: Span;
  value: Span;
  readonly children: Map<string | number, Place>;
  /** How many `[[header]]` elements it has; 0 for anything that is no array of tables. */
  elements: number;
}

/** Reads a quoted or bare key part into the name it means. */
export type KeyDecoder = (raw: string) => string;

/** The places of a valid TOML text; `decode` gives the meaning of a quoted key. */
export function scanPlaces(text: string, decode: KeyDecoder): Place {
  return new PlaceScanner(text, decode).scan();
}

const SPACE = /[ \t]*/y;
const BLANK = /[ \t\r\n]*/y;
const COMMENT = /#[^\n]*/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const MARK_OR_ESCAPE = /["\\]/g;
const APOSTROPHE = /'/g;
/** Marks that a text of several lines ends with: up to two before the closing three are its own. */
const CLOSING_MARKS_MAX = 5;
const PLAIN_SCALAR = /[^,\]}\r\n#]*/y;

interface KeyPart {
  readonly name: string;
  readonly span: Span;
}

class PlaceScanner {
  private readonly text: string;
  private readonly decode: KeyDecoder;
  private at = 0;

  constructor(text: string, decode: KeyDecoder) {
    this.text = text;
    this.decode = decode;
  }

  scan(): Place {
    const root = place({ start: 0, end: 0 }, { start: 0, end: 0 });
    let current = root;
    if (this.text.startsWith("\uFEFF")) this.at = 1;
    this.skipBlank();
    while (this.at < this.text.length) {
      const before = this.at;
      if (this.text[this.at] === "[") current = this.header(root);
      else this.keyValue(current);
      this.skipBlank();
      if (this.at === before) this.at++;
    }
    return root;
  }

  private header(root: Place): Place {
    const start = this.at;
    const isElement = this.text[this.at + 1] === "[";
    this.at += isElement ? 2 : 1;
    const parts = this.key();
    this.at += isElement ? 2 : 1;
    const span = { start, end: this.at };
    let node = root;
    parts.forEach((part, index) => {
      node = child(node, part.name, part.span);
      const isLast = index === parts.length - 1;
      if (isLast && isElement) {
        node = child(node, node.elements++, part.span);
      } else if (!isLast && node.elements > 0) {
        node = child(node, node.elements - 1, part.span);
      }
      if (isLast) {
        node.key = part.span;
        node.value = span;
      }
    });
    return node;
  }

  private keyValue(table: Place): void {
    let node = table;
    for (const part of this.key()) node = child(node, part.name, part.span);
    this.at++;
    this.skip(SPACE);
    this.value(node);
  }

  private key(): KeyPart[] {
    const parts: KeyPart[] = [];
    for (;;) {
      this.skip(SPACE);
      const start = this.at;
      const raw = this.take(BARE_KEY) || this.quotedText();
      const quoted = raw.startsWith('"') || raw.startsWith("'");
      parts.push({ name: quoted ? this.decode(raw) : raw, span: { start, end: this.at } });
      this.skip(SPACE);
      if (this.text[this.at] !== ".") return parts;
      this.at++;
    }
  }

  private value(node: Place): void {
    const start = this.at;
    const character = this.text[this.at];
    if (character === "[") this.list(node);
    else if (character === "{") this.inlineTable(node);
    else if (character === '"' || character === "'") this.quotedText();
    else this.plainScalar();
    node.value = { start, end: this.at };
  }

  /**
   * A text with its marks, of one line or several. Run by run and not by one pattern, since a pattern that repeats a choice
   * remembers each turn and has no room for those of a long text.
   */
  private quotedText(): string {
    const start = this.at;
    const mark = this.text[start];
    if (mark !== '"' && mark !== "'") return "";
    // Two are an empty text of one line.
    const width = this.marksAt(mark) < 3 ? 1 : 3;
    this.at += width;
    while (this.at < this.text.length && !this.closes(mark, width)) this.at = this.nextMark(mark);
    return this.text.slice(start, this.at);
  }

  /** Whether the text ends here; moves behind its marks, or behind what stands here and is its own. */
  private closes(mark: string, width: number): boolean {
    if (mark === '"' && this.text[this.at] === "\\") {
      this.at += 2;
      return false;
    }
    const count = this.marksAt(mark);
    if (count === 0) return false;
    this.at += width === 1 ? 1 : Math.min(count, CLOSING_MARKS_MAX);
    return count >= width;
  }

  /** The next mark or, in a text that has escapes, backslash; the end of the document when there is none. */
  private nextMark(mark: string): number {
    const next = mark === '"' ? MARK_OR_ESCAPE : APOSTROPHE;
    next.lastIndex = this.at;
    return next.exec(this.text)?.index ?? this.text.length;
  }

  /** How many marks stand here one after another. */
  private marksAt(mark: string): number {
    let count = 0;
    while (this.text[this.at + count] === mark) count++;
    return count;
  }

  /** A number, boolean or date: up to the next delimiter, without the blanks before it. */
  private plainScalar(): void {
    const start = this.at;
    this.at = start + this.take(PLAIN_SCALAR).trimEnd().length;
  }

  private list(node: Place): void {
    this.at++;
    this.skipBlank();
    for (let index = 0; this.at < this.text.length && this.text[this.at] !== "]"; index++) {
      this.value(child(node, index, { start: this.at, end: this.at }));
      this.skipBlank();
      if (this.text[this.at] !== "]") this.at++;
      this.skipBlank();
    }
    this.at++;
  }

  private inlineTable(node: Place): void {
    this.at++;
    this.skipBlank();
    while (this.at < this.text.length && this.text[this.at] !== "}") {
      this.keyValue(node);
      this.skipBlank();
      if (this.text[this.at] !== "}") this.at++;
      this.skipBlank();
    }
    this.at++;
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const taken = pattern.exec(this.text)?.[0] ?? "";
    this.at += taken.length;
    return taken;
  }

  private skip(pattern: RegExp): void {
    this.take(pattern);
  }

  /** Blanks, ends of lines and comments. */
  private skipBlank(): void {
    this.skip(BLANK);
    while (this.text[this.at] === "#") {
      this.skip(COMMENT);
      this.skip(BLANK);
    }
  }
}

function place(key: Span, value: Span): Place {
  return { key, value, children: new Map(), elements: 0 };
}

function child(parent: Place, name: string | number, span: Span): Place {
  const known = parent.children.get(name);
  if (known) return known;
  const made = place(span, span);
  parent.children.set(name, made);
  return made;
}
