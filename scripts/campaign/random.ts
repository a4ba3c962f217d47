/** Chance from a seed: the same numbers for the same words, on every machine. */
import { createHash } from "node:crypto";

/** Numbers of [0, 1), one after another. */
export interface Chance {
  next(): number;
}

/** Chance that belongs to these words alone. */
export function chanceOf(...words: readonly (string | number)[]): Chance {
  let count = 0;
  return {
    next: () => {
      const text = JSON.stringify([...words, count++]);
      return createHash("sha256").update(text).digest().readUIntBE(0, 6) / 2 ** 48;
    },
  };
}
