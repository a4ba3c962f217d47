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
    const time = new Date(clock.wallMs()).toISOString().replace(/[^0-9]/gu, "");
    count++;
    return `${prefix}-${time}-${count}`;
  };
  return { run: () => next("run"), execution: () => next("execution") };
}
