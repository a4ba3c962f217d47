/**
 * Looking for one string in another, in code points.
 *
 * A well-formed string never matches half of a pair, so the search itself may go by units; only the places it is given
 * and the places it finds are converted.
 */
import type { Budget } from "../budget/budget.js";
import { codePointLength, countCodePoints, hasAstral, sliceCodePoints } from "./code-points.js";
import { Matcher } from "./matcher.js";
import { Pieces } from "./pieces.js";

/** A part of a text, and how many code points come before it. */
export interface Stretch {
  readonly text: string;
  readonly before: number;
}

/** The part between two places in code points, which lie inside. */
export function stretchOf(text: string, start: number, end: number, budget: Budget): Stretch {
  if (start === 0 && end >= codePointLength(text, budget)) return { text, before: 0 };
  return { text: sliceCodePoints(text, start, Math.max(start, end), budget), before: start };
}

/** The place of the first or the last occurrence in the whole text, in code points, or -1. */
export function placeIn(stretch: Stretch, part: string, last: boolean, budget: Budget): number {
  const { text, before } = stretch;
  const at = occurrence(text, part, last, budget);
  if (at < 0) return -1;
  return before + (hasAstral(text) ? countCodePoints(text, 0, at) : at);
}

/** The offset in units of the first or the last occurrence, or -1. */
export function occurrence(text: string, part: string, last: boolean, budget: Budget): number {
  if (part === "") return last ? text.length : 0;
  const matcher = new Matcher(part, budget);
  matcher.charge(text);
  return last ? matcher.previous(text, text.length) : matcher.next(text, 0);
}

/** How often a part occurs, counted from the left without overlaps, at most `countMax` times. */
export function countOccurrences(
  text: string,
  part: string,
  countMax: number,
  budget: Budget,
): number {
  if (part === "") return Math.min(countMax, codePointLength(text, budget) + 1);
  const matcher = new Matcher(part, budget);
  matcher.charge(text);
  let count = 0;
  let at = matcher.next(text, 0);
  while (at >= 0 && count < countMax) {
    count++;
    at = matcher.next(text, at + part.length);
  }
  return count;
}

/** The text with the first `countMax` occurrences replaced. The length is admitted before anything is built. */
export function replaceText(
  text: string,
  part: string,
  replacement: string,
  countMax: number,
  budget: Budget,
): string {
  const count = countOccurrences(text, part, countMax, budget);
  if (count === 0) return text;
  budget.spendString(text.length + count * (replacement.length - part.length));
  if (part === "") return insertBetween(text, replacement, count, budget);
  const pieces = new Pieces(budget);
  const matcher = new Matcher(part, budget);
  let from = 0;
  for (let done = 0; done < count; done++) {
    const at = matcher.next(text, from);
    pieces.add(text.slice(from, at));
    from = at + part.length;
  }
  pieces.add(text.slice(from));
  return pieces.items.join(replacement);
}

/** The empty string occurs before every character and at the end. */
function insertBetween(text: string, insertion: string, count: number, budget: Budget): string {
  const pieces = new Pieces(budget);
  let done = 0;
  let rest = 0;
  for (const character of text) {
    if (done === count) break;
    pieces.add(insertion + character);
    rest += character.length;
    done++;
  }
  pieces.add((done < count ? insertion : "") + text.slice(rest));
  return pieces.items.join("");
}
