import type { Position, SourceRange } from "@crucible/core/diagnostics";

/** Anything that covers a stretch of a source. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * A source and the arithmetic of places in it.
 *
 * Nodes carry bare offsets, which are cheap; lines and columns are worked out here only when a place is shown. A line
 * ends at LF, CRLF or a lone CR. Columns count code points and a byte-order mark has none.
 */
export class SourceText {
  readonly file: string;
  readonly text: string;
  private lineStarts: readonly number[] | undefined;
  private counts: CodePointCounts | undefined;

  constructor(file: string, text: string) {
    this.file = file;
    this.text = text;
  }

  /** The range that `span` covers. */
  range(span: Span): SourceRange {
    return {
      file: this.file,
      start: this.position(span.start),
      end: this.position(span.end),
    };
  }

  /** Line and column of an offset, both from 1. */
  position(offset: number): Position {
    this.lineStarts ??= findLineStarts(this.text);
    this.counts ??= new CodePointCounts(this.text);
    const index = lastAtMost(this.lineStarts, offset);
    const lineStart = this.lineStarts[index] ?? 0;
    // A byte-order mark stands before the first column and shares its number.
    const passed = this.counts.before(offset) - this.counts.before(lineStart);
    return { line: index + 1, column: Math.max(0, passed) + 1, offset };
  }
}

/** Units between two places whose count is kept. */
const COUNT_STEP = 1024;

const SURROGATE = /[\ud800-\udfff]/;

/** Counts code points up to any offset without walking there: a generated source may be one line of any length. */
class CodePointCounts {
  private readonly text: string;
  /** Code points before each multiple of the step; undefined when every character is one unit. */
  private readonly kept: readonly number[] | undefined;

  constructor(text: string) {
    this.text = text;
    if (!SURROGATE.test(text)) return;
    const kept = [0];
    for (let start = 0; start + COUNT_STEP <= text.length; start += COUNT_STEP) {
      kept.push((kept.at(-1) ?? 0) + codePointsBetween(text, start, start + COUNT_STEP));
    }
    this.kept = kept;
  }

  before(offset: number): number {
    if (this.kept === undefined) return offset;
    const step = Math.floor(offset / COUNT_STEP);
    return (this.kept[step] ?? 0) + codePointsBetween(this.text, step * COUNT_STEP, offset);
  }
}

const BYTE_ORDER_MARK = 0xfeff;

function findLineStarts(text: string): number[] {
  const starts = [text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0];
  if (text.includes("\r")) return findAllLineStarts(text, starts);
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) {
    starts.push(end + 1);
  }
  return starts;
}

function findAllLineStarts(text: string, starts: number[]): number[] {
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x0d && text.charCodeAt(index + 1) === 0x0a) continue;
    if (unit === 0x0a || unit === 0x0d) starts.push(index + 1);
  }
  return starts;
}

/** Index of the last element that is at most `value`; 0 when all are greater. */
function lastAtMost(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function codePointsBetween(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    // A trailing surrogate was counted with its leading half.
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}
