import type { SourceText } from "./source-text.js";
import { type SyntaxFault, type SyntaxNote, syntaxFault } from "./syntax-fault.js";
import type { Punctuation } from "./token.js";

const CLOSER_OF: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** The brackets that are open at the current token, so that errors can show where each one began. */
export class BracketStack {
  private readonly source: SourceText;
  private readonly opened: { readonly bracket: string; readonly start: number }[] = [];

  constructor(source: SourceText) {
    this.source = source;
  }

  get depth(): number {
    return this.opened.length;
  }

  /** Takes note of a bracket; refuses one that closes nothing or the wrong one. */
  see(punctuation: Punctuation, start: number): void {
    if (punctuation === "(" || punctuation === "[" || punctuation === "{") {
      this.opened.push({ bracket: punctuation, start });
    } else if (punctuation === ")" || punctuation === "]" || punctuation === "}") {
      this.close(punctuation, start);
    }
  }

  /** The error of a file that ends inside a bracket. */
  unclosed(): SyntaxFault {
    const open = this.opened[this.opened.length - 1];
    const start = open?.start ?? 0;
    const message = `\`${open?.bracket ?? "("}\` is never closed`;
    return syntaxFault(this.source, "unclosed-bracket", message, { start, end: start + 1 });
  }

  /** Where the innermost open bracket stands, for errors inside it. */
  notes(): SyntaxNote[] {
    const open = this.opened[this.opened.length - 1];
    if (open === undefined) return [];
    const message = `inside the \`${open.bracket}\` opened here`;
    return [{ message, start: open.start, end: open.start + 1 }];
  }

  private close(bracket: string, start: number): void {
    const open = this.opened.pop();
    const span = { start, end: start + 1 };
    if (open === undefined) {
      throw syntaxFault(
        this.source,
        "unexpected-token",
        `unexpected '${bracket}': it closes nothing`,
        span,
      );
    }
    const expected = CLOSER_OF.get(open.bracket);
    if (bracket === expected) return;
    const note = { message: "opened here", start: open.start, end: open.start + 1 };
    const message = `\`${bracket}\` does not close \`${open.bracket}\`; expected \`${expected}\``;
    throw syntaxFault(this.source, "unexpected-token", message, span, [note]);
  }
}
