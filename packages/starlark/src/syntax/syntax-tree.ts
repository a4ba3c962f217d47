import type { SourceRange } from "@crucible/core/diagnostics";
import type { Comment, Statement } from "./nodes.js";
import type { SourceText, Span } from "./source-text.js";

/** A whole source, parsed and not evaluated. */
export class SyntaxTree {
  readonly kind = "SyntaxTree";
  readonly source: SourceText;
  readonly statements: readonly Statement[];
  /** Every comment, in source order. */
  readonly comments: readonly Comment[];
  /** How many identifiers the tree holds; their `ordinal`s are all below it. */
  readonly identifierCount: number;

  constructor(
    source: SourceText,
    statements: readonly Statement[],
    comments: readonly Comment[],
    identifierCount: number,
  ) {
    this.source = source;
    this.statements = Object.freeze(statements);
    this.comments = Object.freeze(comments);
    this.identifierCount = identifierCount;
    Object.freeze(this);
  }

  /** The pack-relative path that diagnostics show. */
  get file(): string {
    return this.source.file;
  }

  /** Where a node of this tree stands. */
  range(node: Span): SourceRange {
    return this.source.range(node);
  }
}
