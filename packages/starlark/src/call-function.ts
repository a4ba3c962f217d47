import type { Budget } from "./budget/budget.js";
import { threadOf } from "./calls/thread.js";
import { type NamedValues, NO_NAMED } from "./values/callable.js";
import type { Value } from "./values/value.js";

/**
 * Calls a function of the language from outside any evaluation. Errors inside the function have their place; a refusal
 * of the call itself, such as a missing argument, is a Fault without one.
 */
export function callFunction(
  callee: Value,
  positional: readonly Value[],
  named: NamedValues | undefined,
  options: { readonly budget: Budget },
): Value {
  return threadOf(options.budget).call(callee, [...positional], named ?? NO_NAMED);
}
