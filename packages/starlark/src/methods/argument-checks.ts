/** Checks on the arguments of built-ins. An absent argument is undefined; `None` counts as absent where that is usual. */
import { mismatch } from "../operations/mismatch.js";
import { countOf } from "../operations/number-argument.js";
import type { Value } from "../values/value.js";

type Argument = Value | undefined;

/** A string that must be given; `what` reads like `the prefix of removeprefix()`. */
export function stringArgument(value: Argument, what: string): string {
  if (typeof value === "string") return value;
  throw mismatch(value ?? null, "a string", what);
}

/** A bool, or `fallback` when absent. */
export function boolArgument(value: Argument, fallback: boolean, what: string): boolean {
  if (value === undefined) return fallback;
  if (typeof value === "boolean") return value;
  throw mismatch(value, "a bool", what);
}

/** A small int, or `fallback` when absent or `None`. */
export function countArgument(value: Argument, fallback: number, what: string): number {
  return value === undefined || value === null ? fallback : countOf(value, what, "index");
}

/** The place that an index bound means in a sequence: negative ones count from the end, and all end up inside. */
export function boundArgument(
  value: Argument,
  length: number,
  fallback: number,
  what: string,
): number {
  const bound = countArgument(value, fallback, what);
  return Math.min(length, Math.max(0, bound < 0 ? bound + length : bound));
}
