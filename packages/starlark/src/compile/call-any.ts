import type { frameOf } from "../calls/frame.js";
import type { Site } from "../calls/site.js";
import { callValue, type Thread } from "../calls/thread.js";
import type { NamedValues } from "../values/callable.js";
import { runFunction, StarlarkFunction } from "../values/function.js";
import type { Value } from "../values/value.js";

/** Calls any value with any arguments. A function of the language runs outside the guard: its errors have a place. */
export function callAny(
  target: Value,
  positional: Value[],
  named: NamedValues,
  site: Site,
  thread: Thread,
): Value {
  thread.site = site;
  if (target instanceof StarlarkFunction) {
    const frame = bindFunction(target, positional, named, site, thread);
    return runFunction(target, frame, site, thread);
  }
  try {
    thread.budget.spendTicks(1);
    return callValue(target, thread, positional, named);
  } catch (error) {
    throw thread.locate(error, site);
  }
}

function bindFunction(
  target: StarlarkFunction,
  positional: Value[],
  named: NamedValues,
  site: Site,
  thread: Thread,
): ReturnType<typeof frameOf> {
  try {
    return target.bind(thread, positional, named);
  } catch (error) {
    throw thread.locate(error, site);
  }
}
