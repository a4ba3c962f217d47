import type { SourceText } from "./source-text.js";
import { type SyntaxFault, type SyntaxNote, syntaxFault } from "./syntax-fault.js";

/** What closes a bracket, by their codes. */
const CLOSER_OF: ReadonlyMap<number, number> = new Map(
  ["()", "[]", "{}"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]),
);

/** The brackets that are open at the current token, so that errors can show where each one began. */
export class BracketStack {
  private readonly source: SourceText;
  /** Where each one stands, innermost last. */
  private readonly opened: number[] = [];

  constructor(source: SourceText) {
    this.source = source;
  }

  get depth(): number {
    return this.opened.length;
  }

  /** Takes note of an opening bracket. */
  open(start: number): void {
    this.opened.push(start);
  }

  /** The error of a file that ends inside a bracket. */
  unclosed(): SyntaxFault {
    const start = this.opened[this.opened.length - 1] ?? 0;
    const message = `\`${this.source.text.charAt(start)}\` is never closed`;
    return syntaxFault(this.source, "unclosed-bracket", message, { start, end: start + 1 });
  }

  /** Where the innermost open bracket stands, for errors inside it. */
  notes(): SyntaxNote[] {
    const start = this.opened[this.opened.length - 1];
    if (start === undefined) return [];
    const message = `inside the \`${this.source.text.charAt(start)}\` opened here`;
    return [{ message, start, end: start + 1 }];
  }

  /** Takes note of a closing bracket; refuses one that closes nothing or the wrong one. */
  close(start: number): void {
    const { text } = this.source;
    const opened = this.opened.pop();
    if (opened === undefined) {
      const message = `unexpected '${text.charAt(start)}': it closes nothing`;
      throw this.fault(message, start);
    }
    const expected = CLOSER_OF.get(text.charCodeAt(opened));
    if (text.charCodeAt(start) !== expected) throw this.mismatch(opened, start, expected ?? 0);
  }

  private mismatch(opened: number, start: number, expected: number): SyntaxFault {
    const { text } = this.source;
    const [got, wanted] = [text.charAt(start), String.fromCharCode(expected)];
    const note = { message: "opened here", start: opened, end: opened + 1 };
    const message = `\`${got}\` does not close \`${text.charAt(opened)}\`; expected \`${wanted}\``;
    return this.fault(message, start, [note]);
  }

  private fault(message: string, start: number, notes: readonly SyntaxNote[] = []): SyntaxFault {
    const span = { start, end: start + 1 };
    return syntaxFault(this.source, "unexpected-token", message, span, notes);
  }
}
