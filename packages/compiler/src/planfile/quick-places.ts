/**
 * The places of a document, each found in a few steps however long its lines are.
 *
 * A plan file may be one line of megabytes that is wrong in a hundred thousand places; counting each column from the
 * start of the line would take minutes. Code points are counted once, up to marks that stand a few thousand characters
 * apart, and each column from the marks before it and before its line.
 */
import type { Position } from "@crucible/core";
import type { LocatedDocument } from "../document/node.js";

const MARK_DISTANCE = 4_096;

/** The same document; its ranges are those that its own text gives, found faster. */
export function withQuickPlaces(document: LocatedDocument): LocatedDocument {
  const { source } = document;
  let places: Places | undefined;
  return {
    root: document.root,
    source,
    range: ({ start, end }) => {
      places ??= new Places(source.text);
      return { file: source.file, start: places.at(start), end: places.at(end) };
    },
  };
}

class Places {
  readonly #text: string;
  readonly #lineStarts: readonly number[];
  /** Code points before every mark. */
  readonly #marks: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const lineStarts = [text.charCodeAt(0) === 0xfeff ? 1 : 0];
    const marks: number[] = [];
    let points = 0;
    for (let index = 0; index < text.length; index++) {
      if (index % MARK_DISTANCE === 0) marks.push(points);
      const unit = text.charCodeAt(index);
      if (!isTrailing(unit)) points++;
      const isPair = unit === 0x0d && text.charCodeAt(index + 1) === 0x0a;
      if (!isPair && (unit === 0x0a || unit === 0x0d)) lineStarts.push(index + 1);
    }
    this.#lineStarts = lineStarts;
    this.#marks = marks.length === 0 ? [0] : marks;
  }

  at(offset: number): Position {
    const line = this.#lineOf(offset);
    const column = this.#pointsBefore(offset) - this.#pointsBefore(this.#lineStarts[line] ?? 0) + 1;
    // Nothing stands before a byte-order mark.
    return { line: line + 1, column: Math.max(1, column), offset };
  }

  #pointsBefore(offset: number): number {
    const mark = Math.min(Math.floor(offset / MARK_DISTANCE), this.#marks.length - 1);
    let points = this.#marks[mark] ?? 0;
    for (let index = mark * MARK_DISTANCE; index < offset && index < this.#text.length; index++) {
      if (!isTrailing(this.#text.charCodeAt(index))) points++;
    }
    return points;
  }

  #lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The second half of a pair counts with the first. */
function isTrailing(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
