/**
 * JSON, strictly, with places.
 *
 * Beyond the grammar three things are refused that a host's parser lets pass or bends: a key written twice in one object
 * (which of the two counts is a matter of the reader, so a checked document could differ from the used one), a lone
 * surrogate, and nesting past a bound. Errors are Diagnostics; nothing is thrown for what a user wrote.
 */
import type { Diagnostic } from "@crucible/core";
import { SourceText, type Span } from "@crucible/starlark";
import { quote } from "../diagnostics/quote.js";
import {
  DOCUMENT_DEPTH_MAX,
  type DocumentNode,
  type LocatedDocument,
  type TableEntry,
} from "./node.js";

export type DocumentReading =
  | { readonly ok: true; readonly document: LocatedDocument }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads a JSON text. `file` is what diagnostics call it. */
export function readJson(text: string, file: string): DocumentReading {
  const source = new SourceText(file, text);
  const reader = new JsonReader(text);
  try {
    const root = reader.document();
    return { ok: true, document: { root, source, range: (span) => source.range(span) } };
  } catch (error) {
    if (!(error instanceof JsonProblem)) throw error;
    const diagnostic: Diagnostic = {
      code: "json-syntax",
      severity: "error",
      message: error.message,
      range: source.range(error.span),
      notes: error.first
        ? [{ message: "first written here", range: source.range(error.first) }]
        : [],
    };
    return { ok: false, diagnostics: [diagnostic] };
  }
}

class JsonProblem extends Error {
  readonly span: Span;
  readonly first: Span | undefined;
  constructor(message: string, span: Span, first?: Span) {
    super(message);
    this.span = span;
    this.first = first;
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const STRING_RUN = /[^"\\\u0000-\u001f]+/y;
const LITERALS: readonly (readonly [string, boolean | null])[] = [
  ["true", true],
  ["false", false],
  ["null", null],
];

/** A longer number literal is a slip or an attack: converting it would cost more than reading it. */
const NUMBER_LENGTH_MAX = 1_000;

class JsonReader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): DocumentNode {
    if (this.text.charCodeAt(0) === 0xfeff) this.at = 1;
    this.skipSpace();
    const root = this.value();
    this.skipSpace();
    if (this.at < this.text.length) this.fail("there is more text behind the JSON value");
    return root;
  }

  private value(): DocumentNode {
    const character = this.text[this.at];
    if (character === "{") return this.nested(() => this.object());
    if (character === "[") return this.nested(() => this.list());
    if (character === '"') {
      const start = this.at;
      return { kind: "text", value: this.string(), start, end: this.at };
    }
    return this.literal() ?? this.number();
  }

  private nested(read: () => DocumentNode): DocumentNode {
    this.depth++;
    if (this.depth > DOCUMENT_DEPTH_MAX) {
      this.fail(`the JSON nests too deep; maximum is ${DOCUMENT_DEPTH_MAX} levels`);
    }
    const node = read();
    this.depth--;
    return node;
  }

  private object(): DocumentNode {
    const start = this.at++;
    const entries = new Map<string, TableEntry>();
    this.skipSpace();
    while (this.text[this.at] !== "}") {
      if (entries.size > 0) this.expect(",", "`,` or `}`");
      if (this.text[this.at] !== '"') this.fail("expected a key in double quotes");
      const keyStart = this.at;
      const name = this.string();
      const key = { start: keyStart, end: this.at };
      const earlier = entries.get(name);
      if (earlier) {
        throw new JsonProblem(`the key ${quote(name)} is written twice`, key, earlier.key);
      }
      this.skipSpace();
      this.expect(":", "`:`");
      entries.set(name, { key, value: this.value() });
      this.skipSpace();
    }
    this.at++;
    return { kind: "table", entries, start, end: this.at };
  }

  private list(): DocumentNode {
    const start = this.at++;
    const items: DocumentNode[] = [];
    this.skipSpace();
    while (this.text[this.at] !== "]") {
      if (items.length > 0) this.expect(",", "`,` or `]`");
      items.push(this.value());
      this.skipSpace();
    }
    this.at++;
    return { kind: "list", items, start, end: this.at };
  }

  /** Reads a string from its opening quote; the cursor ends behind the closing one. */
  private string(): string {
    const start = this.at++;
    for (;;) {
      STRING_RUN.lastIndex = this.at;
      const run = STRING_RUN.exec(this.text);
      if (run) this.at += run[0].length;
      const character = this.text[this.at];
      if (character === '"') break;
      if (character === undefined) {
        throw new JsonProblem("the string is not closed", { start, end: start + 1 });
      }
      if (character !== "\\") this.fail("a control character in a string must be escaped");
      this.at += 2;
    }
    this.at++;
    const span = { start, end: this.at };
    const value = decoded(this.text.slice(start, this.at));
    if (value === undefined) throw new JsonProblem("the string holds an unknown escape", span);
    if (!value.isWellFormed()) throw new JsonProblem("the string holds a lone surrogate", span);
    return value;
  }

  private literal(): DocumentNode | undefined {
    for (const [word, value] of LITERALS) {
      if (!this.text.startsWith(word, this.at)) continue;
      const span = { start: this.at, end: this.at + word.length };
      this.at = span.end;
      return value === null ? { kind: "null", ...span } : { kind: "boolean", value, ...span };
    }
    return undefined;
  }

  private number(): DocumentNode {
    NUMBER.lastIndex = this.at;
    const match = NUMBER.exec(this.text);
    if (!match)
      this.fail(this.at < this.text.length ? "expected a JSON value" : "the JSON ends early");
    const text = match[0];
    const span = { start: this.at, end: this.at + text.length };
    if (text.length > NUMBER_LENGTH_MAX) throw new JsonProblem("the number is too long", span);
    this.at = span.end;
    if (match[1] === undefined && match[2] === undefined) {
      const value = Number(text);
      return {
        kind: "integer",
        value: Number.isSafeInteger(value) ? value + 0 : BigInt(text),
        ...span,
      };
    }
    const value = Number(text);
    if (!Number.isFinite(value)) throw new JsonProblem("the number is too large", span);
    return { kind: "float", value: value + 0, ...span };
  }

  private expect(character: string, wanted: string): void {
    if (this.text[this.at] !== character) this.fail(`expected ${wanted}`);
    this.at++;
    this.skipSpace();
  }

  private skipSpace(): void {
    while (" \t\n\r".includes(this.text[this.at] ?? "x")) this.at++;
  }

  private fail(message: string): never {
    throw new JsonProblem(message, {
      start: this.at,
      end: Math.min(this.at + 1, this.text.length),
    });
  }
}

/** The meaning of a quoted literal; the host's parser knows the escapes. */
function decoded(literal: string): string | undefined {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return undefined;
  }
}
