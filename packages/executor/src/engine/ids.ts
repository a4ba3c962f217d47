/** Identifiers of runs and executions. */
import type { Clock } from "@crucible/core";

/** Makes identifiers of letters, digits and `-`, unique in the store. */
export interface Ids {
  run(): string;
  execution(): string;
}

/**
 * Wall time and a count, so that listings sort by age. Two engines that start runs in one store within a millisecond
 * would meet, and the second would be refused; a host that expects that brings its own.
 */
export function clockIds(clock: Clock): Ids {
  let count = 0;
  const next = (prefix: string): string => {
    count++;
    return `${prefix}-${digitsOf(new Date(clock.wallMs()).toISOString())}-${count}`;
  };
  return { run: () => next("run"), execution: () => next("execution") };
}

/** By hand: a pattern used twice costs more to make than all else at the start of a small run. */
function digitsOf(text: string): string {
  let digits = "";
  for (const character of text) if (character >= "0" && character <= "9") digits += character;
  return digits;
}
