import type { Site } from "../calls/site.js";
import type { Thread } from "../calls/thread.js";

/**
 * Gives the refusals of an operation their place. Evaluators call the guarded form only off their fast paths, so that
 * those stay free of exception handling.
 */
export function guarded<A, Result>(
  operation: (a: A) => Result,
  site: Site,
  thread: Thread,
): (a: A) => Result {
  return (a) => {
    try {
      thread.site = site;
      return operation(a);
    } catch (error) {
      throw thread.locate(error, site);
    }
  };
}

/** The same for operations of two values. */
export function guarded2<A, B, Result>(
  operation: (a: A, b: B) => Result,
  site: Site,
  thread: Thread,
): (a: A, b: B) => Result {
  return (a, b) => {
    try {
      thread.site = site;
      return operation(a, b);
    } catch (error) {
      throw thread.locate(error, site);
    }
  };
}
