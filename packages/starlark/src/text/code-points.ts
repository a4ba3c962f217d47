/**
 * Strings as sequences of code points.
 *
 * A string without surrogates, which is nearly every string, is indexed as it is. The test for that is cheap, because
 * the engine knows which strings hold only Latin-1.
 */
import { compareText as compareCodePoints } from "@crucible/core/diagnostics";
import type { Budget } from "../budget/budget.js";

const SURROGATE = /[\ud800-\udfff]/;

/** Counting characters one by one takes longer than the engine's own searches, which a scan's price is made for. */
const COUNTING_WEIGHT = 4;

/** Whether some character takes two units. */
export function hasAstral(text: string): boolean {
  return SURROGATE.test(text);
}

/** How many code points the text has. */
export function codePointLength(text: string, budget: Budget): number {
  if (!hasAstral(text)) return text.length;
  budget.spendScan(text.length * COUNTING_WEIGHT);
  return countCodePoints(text, 0, text.length);
}

/** Code points between two unit offsets. */
export function countCodePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let index = start; index < end; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xdc00 || unit > 0xdfff) count++;
  }
  return count;
}

/** The unit offset of the code point at `index`, at most the text's length. */
function offsetOf(text: string, index: number): number {
  let offset = 0;
  for (let passed = 0; passed < index && offset < text.length; passed++) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}

/** The code point at `index`, which is inside, as a string. */
export function characterAt(text: string, index: number, budget: Budget): string {
  if (!hasAstral(text)) return text.charAt(index);
  budget.spendScan(text.length * COUNTING_WEIGHT);
  return String.fromCodePoint(text.codePointAt(offsetOf(text, index)) ?? 0);
}

/** The code points from `start` to `end`, which are inside. */
export function sliceCodePoints(text: string, start: number, end: number, budget: Budget): string {
  if (!hasAstral(text)) return text.slice(start, end);
  budget.spendScan(text.length * COUNTING_WEIGHT);
  const from = offsetOf(text, start);
  return text.slice(from, from + offsetOf(text.slice(from), end - start));
}

/** Strings this short are compared for the price of the comparison's own tick. */
const SCAN_FREE_LENGTH = 256;

/** Negative, zero or positive as `a` comes before, with or after `b`: by code point, which units do not give. */
export function compareText(a: string, b: string, budget: Budget): number {
  if (a === b) return 0;
  if (a.length > SCAN_FREE_LENGTH) budget.spendScan(Math.min(a.length, b.length));
  if (!hasAstral(a) && !hasAstral(b)) return a < b ? -1 : 1;
  return compareCodePoints(a, b);
}
