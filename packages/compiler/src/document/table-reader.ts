/**
 * Reads the keys of one table, and remembers which it was asked for.
 *
 * A reader asks for every key it knows; `close` then reports the keys nobody asked for, each with the nearest known
 * spelling. So the list of known keys is the code that reads them and cannot fall behind it.
 */
import { type Diagnostic, didYouMean, nearest } from "@crucible/core";
import type { Span } from "@crucible/starlark";
import { isEnough } from "../diagnostics/enough.js";
import { quote } from "../diagnostics/quote.js";
import { type DocumentNode, kindWords, type LocatedDocument, type TableNode } from "./node.js";

/** A text with its place. */
export type LocatedText = Span & { readonly value: string };

export class TableReader {
  readonly node: TableNode;
  /** How messages call the table, such as `[agent]`. */
  readonly title: string;
  private readonly document: LocatedDocument;
  private readonly diagnostics: Diagnostic[];
  private readonly known = new Set<string>();
  private readonly reportedMissing = new Map<string, Diagnostic>();
  private readonly refused = new Set<string>();

  constructor(
    document: LocatedDocument,
    node: TableNode,
    title: string,
    diagnostics: Diagnostic[],
  ) {
    this.document = document;
    this.node = node;
    this.title = title;
    this.diagnostics = diagnostics;
  }

  /** Reports an error at a place of the document. */
  report(code: string, message: string, span: Span, suggestion?: string): void {
    this.push("error", code, message, span, suggestion);
  }

  /**
   * Reports that a key is not written. Taken back by `close` when another key turns out to be a misspelling of it, since
   * one slip is one error.
   */
  missing(key: string, message: string, span: Span = this.node): void {
    if (isEnough(this.diagnostics)) return;
    this.report("missing-key", message, span);
    const reported = this.diagnostics.at(-1);
    if (reported) this.reportedMissing.set(key, reported);
  }

  /** Reports something that does not stop the reading. */
  warn(code: string, message: string, span: Span): void {
    this.push("warning", code, message, span);
  }

  /** The value under a key, whatever its kind. */
  take(key: string): DocumentNode | undefined {
    this.known.add(key);
    return this.node.entries.get(key)?.value;
  }

  /** Whether the key is written; does not count as reading it. */
  has(key: string): boolean {
    return this.node.entries.has(key);
  }

  /** Where a key is written, or the table itself when it is not. */
  keySpan(key: string): Span {
    return this.node.entries.get(key)?.key ?? this.node;
  }

  text(key: string): string | undefined {
    return this.locatedText(key)?.value;
  }

  /** A string that is neither empty nor blank. */
  filledText(key: string): string | undefined {
    const located = this.locatedText(key);
    if (located === undefined) return undefined;
    if (located.value.trim() !== "") return located.value;
    this.report("empty-text", `${this.place(key)} must not be empty`, located);
    return undefined;
  }

  locatedText(key: string): LocatedText | undefined {
    const node = this.take(key);
    if (node === undefined || node.kind === "text") return node;
    this.wrongKind(this.place(key), "a string", node);
    this.refused.add(key);
    return undefined;
  }

  /** Whether the key's text was refused: what its default would mean for other keys is then no finding. */
  isRefused(key: string): boolean {
    return this.refused.has(key);
  }

  boolean(key: string): boolean | undefined {
    const node = this.take(key);
    if (node === undefined) return undefined;
    if (node.kind === "boolean") return node.value;
    this.wrongKind(this.place(key), "true or false", node);
    return undefined;
  }

  /** One of a closed set of words. */
  choice<T extends string>(key: string, allowed: readonly T[]): T | undefined {
    const located = this.locatedText(key);
    if (located === undefined) return undefined;
    const found = allowed.find((word) => word === located.value);
    if (found === undefined) {
      this.refused.add(key);
      const list = allowed.map((word) => `"${word}"`).join(", ");
      this.report(
        "unknown-value",
        `${this.place(key)} must be one of ${list}, got ${quote(located.value)}${didYouMean(located.value, allowed)}`,
        located,
        nearest(located.value, allowed),
      );
    }
    return found;
  }

  /** A list of strings with their places; an absent key is an empty list. */
  texts(key: string): readonly LocatedText[] {
    const node = this.take(key);
    if (node === undefined) return [];
    if (node.kind !== "list") {
      this.wrongKind(this.place(key), "a list of strings", node);
      return [];
    }
    const texts: LocatedText[] = [];
    for (const item of node.items) {
      if (item.kind === "text") texts.push(item);
      else this.wrongKind(`an entry of ${this.place(key)}`, "a string", item);
    }
    return texts;
  }

  /** A table below this one. */
  table(key: string, title: string): TableReader | undefined {
    const node = this.take(key);
    if (node === undefined) return undefined;
    if (node.kind === "table") return this.below(node, title);
    this.wrongKind(title, "a table", node);
    return undefined;
  }

  /** An array of tables below this one; an absent key is an empty list. */
  tables(key: string, title: string): readonly TableReader[] {
    const node = this.take(key);
    if (node === undefined) return [];
    if (node.kind !== "list") {
      this.wrongKind(title, "an array of tables", node);
      return [];
    }
    const readers: TableReader[] = [];
    for (const item of node.items) {
      if (item.kind === "table") readers.push(this.below(item, title));
      else this.wrongKind(`an entry of ${title}`, "a table", item);
    }
    return readers;
  }

  below(node: TableNode, title: string): TableReader {
    return new TableReader(this.document, node, title, this.diagnostics);
  }

  /** Reports every key that was never asked for. */
  close(): void {
    for (const [key, entry] of this.node.entries) {
      if (isEnough(this.diagnostics)) return;
      if (this.known.has(key)) continue;
      const where = this.title === "" ? "at the top level" : `in ${this.title}`;
      const meant = nearest(key, this.known);
      this.takeBackMissing(meant);
      this.report(
        "unknown-key",
        `unknown key ${quote(key)} ${where}${didYouMean(key, this.known)}`,
        entry.key,
        meant,
      );
    }
  }

  private takeBackMissing(key: string | undefined): void {
    const reported = key === undefined ? undefined : this.reportedMissing.get(key);
    const position = reported === undefined ? -1 : this.diagnostics.indexOf(reported);
    if (position >= 0) this.diagnostics.splice(position, 1);
  }

  /** `[agent].model`, or `edition` at the top level. */
  place(key: string): string {
    return this.title === "" ? key : `${this.title}.${key}`;
  }

  wrongKind(subject: string, wanted: string, node: DocumentNode): void {
    this.report("wrong-type", `${subject} must be ${wanted}, got ${kindWords(node)}`, node);
  }

  private push(
    severity: Diagnostic["severity"],
    code: string,
    message: string,
    span: Span,
    suggestion?: string,
  ): void {
    if (isEnough(this.diagnostics)) return;
    this.diagnostics.push({
      code,
      severity,
      message,
      range: this.document.range(span),
      notes: [],
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  }
}
