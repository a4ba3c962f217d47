import type { SourceRange } from "@crucible/core/diagnostics";
import type { Argument, SyntaxNode } from "../syntax/nodes.js";
import type { SourceText } from "../syntax/source-text.js";
import { argumentOf } from "./argument-place.js";

/** An operation in a source: what an error points at, and the function whose body holds it. */
export class Site {
  readonly source: SourceText;
  readonly functionName: string;
  readonly node: SyntaxNode;
  /** Whether the call that is running is the one written here, and not one that a built-in makes on the way. */
  private readonly direct: boolean;
  private callback: Site | undefined = undefined;

  constructor(source: SourceText, functionName: string, node: SyntaxNode, direct = true) {
    this.source = source;
    this.functionName = functionName;
    this.node = node;
    this.direct = direct;
  }

  get range(): SourceRange {
    return this.source.range(this.node);
  }

  /** The argument that gave a parameter its value, by name or by position from 0, if it is written here. */
  argument(parameter: string | number): Argument | undefined {
    return this.direct ? argumentOf(this.node, parameter) : undefined;
  }

  /** The same place, for calls that the operation makes itself: their arguments are written nowhere. */
  forCallback(): Site {
    this.callback ??= new Site(this.source, this.functionName, this.node, false);
    return this.callback;
  }
}
