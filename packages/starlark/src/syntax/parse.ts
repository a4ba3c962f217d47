import type { Diagnostic } from "@crucible/core/diagnostics";
import { boundClause, boundCode, type Limits, resolveLimits } from "../budget/limits.js";
import { SourceText } from "./source-text.js";
import { StatementParser } from "./statement-parser.js";
import { SyntaxFault, syntaxFault } from "./syntax-fault.js";
import type { SyntaxTree } from "./syntax-tree.js";

/** What a parse wants to know beside the text. */
export interface ParseOptions {
  /** What diagnostics call the source: a pack-relative path with forward slashes. */
  readonly file: string;
  /** Bounds in place of the defaults: `sourceBytes`, `nestingDepth`, `blockDepth`, `expressionDepth`, `integerBits`. */
  readonly limits?: Partial<Limits>;
}

/** A tree, or the mistakes that keep the text from being one. */
export type ParseResult =
  | { readonly ok: true; readonly tree: SyntaxTree }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads a source without running any of it. The first error ends the parse. */
export function parse(text: string, options: ParseOptions): ParseResult {
  const source = new SourceText(options.file, text);
  const limits = resolveLimits(options.limits);
  try {
    checkText(source, limits);
    return { ok: true, tree: new StatementParser(source, limits).parseFile(source) };
  } catch (error) {
    if (error instanceof SyntaxFault) return { ok: false, diagnostics: [error.diagnostic] };
    throw error;
  }
}

function checkText(source: SourceText, limits: Limits): void {
  const { text } = source;
  const ascii = !BEYOND_ASCII.test(text);
  const bytes = ascii ? text.length : utf8Length(text);
  if (bytes > limits.sourceBytes) {
    const message = `the source is ${bytes} bytes; ${boundClause("sourceBytes", limits.sourceBytes)}`;
    throw syntaxFault(source, boundCode("sourceBytes"), message, { start: 0, end: 0 });
  }
  if (ascii) return;
  const lone = text.search(/\p{Surrogate}/u);
  if (lone >= 0) {
    const message = "the source holds half of a surrogate pair";
    throw syntaxFault(source, "unexpected-character", message, { start: lone, end: lone + 1 });
  }
}

/** A character that takes more than one byte. */
const BEYOND_ASCII = /[^\0-\x7f]/;

/** Bytes of the text in UTF-8, a lone surrogate counted as its replacement would be. */
function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Either half of a pair adds one byte to its unit, four bytes for the two; other units above 0x7ff are three bytes.
    const half = unit >= 0xd800 && unit <= 0xdfff;
    bytes += unit > 0x7ff && !half ? 2 : 1;
  }
  return bytes;
}
