/**
 * Which known name was probably meant.
 *
 * A name that differs in case and underscores alone comes first. Short names are near everything, so one of up to four
 * characters must be one edit or one swap away, and one or two characters say nothing at all.
 */
import { nearest } from "@crucible/core/diagnostics";

const SAYS_NOTHING_LENGTH = 2;
const SHORT_LENGTH = 4;

/** The name that was probably meant, and the end of a message that asks for it. */
export interface Suggestion {
  readonly name: string | undefined;
  /** `; did you mean "x"?`, or the empty text. */
  readonly clause: string;
}

const NOTHING: Suggestion = Object.freeze({ name: undefined, clause: "" });

export function suggest(name: string, candidates: Iterable<string>): Suggestion {
  const known = [...candidates];
  const found = sameLetters(name, known) ?? nearEnough(name, known);
  return found === undefined ? NOTHING : suggestionOf(found);
}

/** The suggestion of a name that is known to be meant. */
export function suggestionOf(name: string): Suggestion {
  return { name, clause: `; did you mean ${JSON.stringify(name)}?` };
}

/** The first in order of names with the same letters and digits. */
function sameLetters(name: string, candidates: readonly string[]): string | undefined {
  const wanted = bare(name);
  if (wanted === "") return undefined;
  const same = candidates.filter((one) => one !== name && bare(one) === wanted);
  return same.sort()[0];
}

function bare(name: string): string {
  return name.length > 200 ? "" : name.replaceAll("_", "").toLowerCase();
}

function nearEnough(name: string, candidates: readonly string[]): string | undefined {
  if (name.length <= SAYS_NOTHING_LENGTH) return undefined;
  const found = nearest(name, candidates);
  if (found === undefined || name.length > SHORT_LENGTH) return found;
  return oneEditApart(name, found) || swapped(name, found) ? found : undefined;
}

/** Whether two neighbours have changed places. */
function swapped(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const turned = a.slice(0, start) + a.charAt(start + 1) + a.charAt(start) + a.slice(start + 2);
  return turned === b;
}

/** Whether one character more, less or other makes one of the other. */
function oneEditApart(a: string, b: string): boolean {
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  if (longer.length - shorter.length > 1) return false;
  let start = 0;
  while (start < shorter.length && shorter[start] === longer[start]) start++;
  const restOfShorter = shorter.slice(shorter.length === longer.length ? start + 1 : start);
  return longer.slice(start + 1) === restOfShorter;
}
