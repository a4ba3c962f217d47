import type { Budget } from "../budget/budget.js";
import { StarlarkDict } from "./dict.js";
import type { Value } from "./value.js";

/** A dict of the given pairs, in their order; a later pair replaces an earlier one of the same key. */
export function dictOf(
  pairs: Iterable<readonly [key: Value, value: Value]>,
  budget: Budget,
): StarlarkDict {
  const dict = new StarlarkDict();
  for (const [key, value] of pairs) dict.put(key, value, budget);
  return dict;
}
