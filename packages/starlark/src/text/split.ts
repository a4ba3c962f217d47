/** `split`, `rsplit` and `splitlines`. */
import type { Budget } from "../budget/budget.js";
import type { StarlarkList } from "../values/list.js";
import { isSpaceUnit } from "./character-classes.js";
import { Matcher } from "./matcher.js";
import { Pieces } from "./pieces.js";

/** The parts between separators, from the left; at most `splitsMax` cuts. */
export function splitText(
  text: string,
  separator: string,
  splitsMax: number,
  budget: Budget,
): StarlarkList {
  const pieces = new Pieces(budget);
  const matcher = new Matcher(separator, budget);
  matcher.charge(text);
  let from = 0;
  for (let splits = 0; splits < splitsMax; splits++) {
    const at = matcher.next(text, from);
    if (at < 0) break;
    pieces.add(text.slice(from, at));
    from = at + separator.length;
  }
  pieces.add(text.slice(from));
  return pieces.toList();
}

/** The same from the right. */
export function splitTextRight(
  text: string,
  separator: string,
  splitsMax: number,
  budget: Budget,
): StarlarkList {
  const pieces = new Pieces(budget);
  const matcher = new Matcher(separator, budget);
  matcher.charge(text);
  let end = text.length;
  for (let splits = 0; splits < splitsMax; splits++) {
    const at = matcher.previous(text, end);
    if (at < 0) break;
    pieces.add(text.slice(at + separator.length, end));
    end = at;
  }
  pieces.add(text.slice(0, end));
  pieces.items.reverse();
  return pieces.toList();
}

/** The words between runs of white space; after `splitsMax` cuts the rest stays whole. */
export function splitWords(text: string, splitsMax: number, budget: Budget): StarlarkList {
  budget.spendScan(text.length);
  const pieces = new Pieces(budget);
  let from = skipSpaces(text, 0);
  while (from < text.length) {
    if (pieces.items.length === splitsMax) {
      pieces.add(text.slice(from));
      break;
    }
    let end = from;
    while (end < text.length && !isSpaceUnit(text.charCodeAt(end))) end++;
    pieces.add(text.slice(from, end));
    from = skipSpaces(text, end);
  }
  return pieces.toList();
}

/** The same from the right. */
export function splitWordsRight(text: string, splitsMax: number, budget: Budget): StarlarkList {
  budget.spendScan(text.length);
  const pieces = new Pieces(budget);
  let end = skipSpacesBack(text, text.length);
  while (end > 0) {
    if (pieces.items.length === splitsMax) {
      pieces.add(text.slice(0, end));
      break;
    }
    let from = end;
    while (from > 0 && !isSpaceUnit(text.charCodeAt(from - 1))) from--;
    pieces.add(text.slice(from, end));
    end = skipSpacesBack(text, from);
  }
  pieces.items.reverse();
  return pieces.toList();
}

/** The lines; a line ends at LF, CRLF or CR, which is kept on request. */
export function splitLines(text: string, keepEnds: boolean, budget: Budget): StarlarkList {
  budget.spendScan(text.length);
  const pieces = new Pieces(budget);
  const lineEnd = /\r\n|\n|\r/g;
  let from = 0;
  for (let match = lineEnd.exec(text); match !== null; match = lineEnd.exec(text)) {
    const after = match.index + match[0].length;
    pieces.add(text.slice(from, keepEnds ? after : match.index));
    from = after;
  }
  if (from < text.length) pieces.add(text.slice(from));
  return pieces.toList();
}

/** The first place from `from` on that holds no space. */
function skipSpaces(text: string, from: number): number {
  let index = from;
  while (index < text.length && isSpaceUnit(text.charCodeAt(index))) index++;
  return index;
}

/** The end of the text before `end` when spaces at its end are left out. */
function skipSpacesBack(text: string, end: number): number {
  let index = end;
  while (index > 0 && isSpaceUnit(text.charCodeAt(index - 1))) index--;
  return index;
}
