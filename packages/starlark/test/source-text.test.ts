/** Places found quickly are the places that counting from the start of the text gives. */
import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { SourceText } from "../src/index.js";

const piece = fc.constantFrom("a", "é", "🜂", "\n", "\r\n", "\r", "\ufeff", "x".repeat(4_095));

/** The slow way: walks every character before the offset. */
function countedPosition(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let column = 1;
  for (let at = 0; at < offset; at++) {
    const unit = text.charCodeAt(at);
    const isPair = unit === 0x0d && text.charCodeAt(at + 1) === 0x0a;
    if (!isPair && (unit === 0x0a || unit === 0x0d)) {
      line += 1;
      column = 1;
    } else if (!(at === 0 && unit === 0xfeff) && (unit < 0xdc00 || unit > 0xdfff)) {
      column += 1;
    }
  }
  return { line, column };
}

test.prop([fc.array(piece, { maxLength: 12 }), fc.nat(60_000)], { numRuns: 500 })(
  "every place of a text is the same as counted",
  (pieces, at) => {
    const text = pieces.join("");
    const offset = at % (text.length + 1);
    expect(new SourceText("f", text).position(offset)).toEqual({
      ...countedPosition(text, offset),
      offset,
    });
  },
);
