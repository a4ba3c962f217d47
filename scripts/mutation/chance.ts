/** Numbers from 0 up to 1 by a small generator (mulberry32), so that a seed means the same anywhere. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** That many of a list, drawn by the seed, in the order of the list; all of it when it is no longer than that. */
export function drawnOf<T>(list: readonly T[], count: number, seed: number): readonly T[] {
  const next = chanceOf(seed);
  const ranked = list.map((_, index) => ({ index, rank: next() }));
  const drawn = ranked.sort((a, b) => a.rank - b.rank).slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ index }) => list[index] as T);
}
