import { TAB } from "./characters.js";
import type { SourceText } from "./source-text.js";
import { type SyntaxFault, syntaxFault } from "./syntax-fault.js";

/** The blocks that are open, by the width of their indentation. */
export class Indentation {
  /** `dedent` tokens still to be given after the first. */
  pendingDedents = 0;

  private readonly source: SourceText;
  private readonly widths: number[] = [0];
  /** The indentation of the innermost block. */
  private innermost = "";
  /** The first indentation of the file, which says whether it indents with tabs or spaces. */
  private model:
    | { readonly code: number; readonly start: number; readonly end: number }
    | undefined;

  constructor(source: SourceText) {
    this.source = source;
  }

  /** Where the line goes on behind the indentation of the innermost block, or -1 when it does not begin with it. */
  sameBlock(lineStart: number): number {
    const { innermost, pendingDedents } = this;
    const stays = pendingDedents === 0 && this.source.text.startsWith(innermost, lineStart);
    return stays ? lineStart + innermost.length : -1;
  }

  /** Compares a line's indentation with the open blocks. */
  enterLine(lineStart: number, width: number): "same" | "indent" | "dedent" {
    if (width > 0) this.checkCharacters(lineStart, lineStart + width);
    const current = this.widths[this.widths.length - 1] ?? 0;
    this.innermost = this.source.text.slice(lineStart, lineStart + width);
    if (width === current) return "same";
    if (width > current) {
      this.widths.push(width);
      return "indent";
    }
    this.close(lineStart, width);
    return "dedent";
  }

  private close(lineStart: number, width: number): void {
    let closed = 0;
    while ((this.widths[this.widths.length - 1] ?? 0) > width) {
      this.widths.pop();
      closed++;
    }
    if (this.widths[this.widths.length - 1] !== width) {
      const span = { start: lineStart, end: lineStart + width };
      const message = "unindent does not match any outer indentation level";
      throw syntaxFault(this.source, "invalid-indentation", message, span);
    }
    this.pendingDedents = closed - 1;
  }

  private checkCharacters(start: number, end: number): void {
    const { text } = this.source;
    this.model ??= { code: text.charCodeAt(start), start, end };
    for (let index = start; index < end; index++) {
      if (text.charCodeAt(index) !== this.model.code) throw this.mixed(start, end);
    }
  }

  private mixed(start: number, end: number): SyntaxFault {
    const model = this.model ?? { code: TAB, start, end };
    const used = model.code === TAB ? "tabs" : "spaces";
    const other = model.code === TAB ? "spaces" : "tabs";
    const message = `this line is indented with ${other}, but the file indents with ${used}; use one of them`;
    const notes =
      model.start === start
        ? []
        : [{ message: `${used} were used first here`, start: model.start, end: model.end }];
    return syntaxFault(this.source, "mixed-indentation", message, { start, end }, notes);
  }
}
