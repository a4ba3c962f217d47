import type { SourceRange } from "@crucible/core/diagnostics";
import type { SyntaxNode } from "../syntax/nodes.js";
import type { SourceText } from "../syntax/source-text.js";

/** An operation in a source: what an error points at, and the function whose body holds it. */
export class Site {
  readonly source: SourceText;
  readonly functionName: string;
  readonly node: SyntaxNode;

  constructor(source: SourceText, functionName: string, node: SyntaxNode) {
    this.source = source;
    this.functionName = functionName;
    this.node = node;
  }

  get range(): SourceRange {
    return this.source.range(this.node);
  }
}
