/**
 * Near misses: which known name was probably meant.
 *
 * The measure is edit distance over code points, at most two edits and fewer edits than the candidate has characters,
 * so that `x` never suggests `ab`. Ties go to the smaller distance, then to code point order, so that a message is the
 * same on every machine.
 */

const EDITS_MAX = 2;

/** Names longer than this are never compared: distance costs length times length, and the name came from outside. */
const NAME_LENGTH_MAX = 200;

/** The candidate nearest to `name`, or `undefined` when none is near enough. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined;
  let best: string | undefined;
  let bestDistance = EDITS_MAX + 1;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > NAME_LENGTH_MAX) continue;
    const distance = editDistance(name, candidate);
    if (distance >= [...candidate].length) continue;
    const nearer = distance < bestDistance;
    const earlier = distance === bestDistance && best !== undefined && candidate < best;
    if (nearer || earlier) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** `; did you mean "x"?`, or the empty text when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const found = nearest(name, candidates);
  return found === undefined ? "" : `; did you mean ${JSON.stringify(found)}?`;
}

function editDistance(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  if (Math.abs(a.length - b.length) > EDITS_MAX) return EDITS_MAX + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const removal = (previous[column] ?? 0) + 1;
      const insertion = (current[column - 1] ?? 0) + 1;
      current.push(Math.min(substitution, removal, insertion));
    }
    previous = current;
  }
  return previous[b.length] ?? EDITS_MAX + 1;
}
