/**
 * What every part of the parser needs: the current token, expectations, ranges, the nesting guard.
 *
 * The parser is a chain of classes, each adding one part of the grammar on the one before, because the parts call each
 * other in circles and files may not. Every recursion of the parser passes `nested`, so its use of the stack is bounded.
 */

import { boundClause, boundCode, type LimitName, type Limits } from "../budget/limits.js";
import { operatorHint, reservedHint } from "./habits.js";
import { Lexer } from "./lexer.js";
import type { Expression, Identifier, Name } from "./nodes.js";
import { OpenLists } from "./open-lists.js";
import type { SourceText, Span } from "./source-text.js";
import { type SyntaxFault, type SyntaxNote, syntaxFault } from "./syntax-fault.js";
import { describeKind, type TokenKind } from "./token.js";

export abstract class ParserBase {
  protected readonly lexer: Lexer;
  protected readonly limits: Limits;
  protected readonly lists: OpenLists = new OpenLists();
  /** Identifiers made so far. */
  protected identifierCount = 0;
  private readonly source: SourceText;
  private nesting = 0;

  constructor(source: SourceText, limits: Limits) {
    this.source = source;
    this.limits = limits;
    this.lexer = new Lexer(source, limits);
  }

  /** One expression that is no bare tuple. */
  protected abstract parseTest(): Expression;

  protected at(kind: TokenKind): boolean {
    return this.lexer.kind === kind;
  }

  /** Moves past the current token if it is of the kind. */
  protected accept(kind: TokenKind): boolean {
    if (this.lexer.kind !== kind) return false;
    this.lexer.next();
    return true;
  }

  /** Moves past a token that must be of the kind and gives its start. */
  protected expect(kind: TokenKind, where: string): number {
    const { lexer } = this;
    if (lexer.kind !== kind) throw this.unexpected(`${describeKind(kind)} ${where}`);
    const { start } = lexer;
    lexer.next();
    return start;
  }

  /** Moves past the bracket that closes a list whose content ended without a comma. */
  protected close(closing: TokenKind): void {
    if (!this.accept(closing)) throw this.unexpected(`',' or '${closing}'`);
  }

  protected expectIdentifier(where: string): Identifier {
    const { lexer } = this;
    if (lexer.kind !== "name") throw this.notIdentifier(where);
    return this.identifier();
  }

  /** The current name, as a variable. */
  protected identifier(): Identifier {
    const { start, end, text } = this.lexer;
    this.lexer.next();
    return {
      kind: "Identifier",
      start,
      end,
      depth: 1,
      name: text,
      ordinal: this.identifierCount++,
    };
  }

  protected expectName(where: string): Name {
    const { lexer } = this;
    if (lexer.kind !== "name") throw this.notIdentifier(where);
    const { start, end, text } = lexer;
    lexer.next();
    return { kind: "Name", start, end, text };
  }

  /** Enters one level of nesting; `leave` must follow unless an error ends the parse. */
  protected enter(): void {
    if (++this.nesting > this.limits.nestingDepth) {
      throw this.exceeded("nestingDepth", "the source nests too deep", this.lexer);
    }
  }

  protected leave(): void {
    this.nesting--;
  }

  /** The height of an expression over its parts, under the bound; an error shows `start`..`end`, or how it begins. */
  protected depthOver(highest: number, start: number, end: number): number {
    const depth = highest + 1;
    if (depth > this.limits.expressionDepth) {
      const span = { start, end: Math.min(end, start + 1) };
      throw this.exceeded("expressionDepth", "the expression is too deep", span);
    }
    return depth;
  }

  protected exceeded(name: LimitName, what: string, span: Span): SyntaxFault {
    const message = `${what}; ${boundClause(name, this.limits[name])}`;
    return this.fault(boundCode(name), message, { start: span.start, end: span.end });
  }

  protected fault(
    code: string,
    message: string,
    span: Span,
    notes: readonly SyntaxNote[] = [],
  ): SyntaxFault {
    return syntaxFault(this.source, code, message, span, notes);
  }

  private notIdentifier(where: string): SyntaxFault {
    return this.unexpected(`identifier ${where}`, "not an identifier: ");
  }

  /** The error of a token that cannot stand where it does; `wanted` could. */
  protected unexpected(wanted: string, before = ""): SyntaxFault {
    const { lexer } = this;
    if (lexer.kind === "reserved") {
      return this.fault("python-habit", reservedHint(lexer.text), lexer);
    }
    const hint = operatorHint(lexer.kind);
    if (hint !== undefined) return this.fault("python-habit", hint, lexer);
    const found = describeKind(lexer.kind);
    const span = lexer.kind === "newline" ? { start: lexer.start, end: lexer.start } : lexer;
    const message = `${before}got ${found}, want ${wanted}`;
    return this.fault("unexpected-token", message, span, lexer.brackets.notes());
  }
}

/** Height of the highest expression. */
export function highestOf(expressions: readonly Expression[]): number {
  let highest = 0;
  for (let index = 0; index < expressions.length; index++) {
    highest = Math.max(highest, (expressions[index] as Expression).depth);
  }
  return highest;
}
