/**
 * Sources that hurt other implementations, each with what must come of it: the one diagnostic's code, or the text that
 * the source prints. They run in a small process, so that a bound that came too late would end it.
 */
export interface Hazard {
  readonly title: string;
  readonly source: string;
  /** Code of the one diagnostic, or undefined when the source must run to its end. */
  readonly code?: string;
  readonly prints?: string;
}

export const times = (text: string, count: number): string => text.repeat(count);
export const blocks = (head: string, count: number): string =>
  Array.from({ length: count }, (_, depth) => `${" ".repeat(depth)}${head}\n`).join("");
