/**
 * `range` for sources that take parameters: a supplied number may bound a loop as any number may.
 *
 * The language's own `range` does the work; supplied numbers are unwrapped for it here and nowhere else, since every
 * other built-in would turn them into plain numbers and those into text.
 */
import { InternalError } from "@crucible/core";
import {
  Budget,
  Callable,
  evaluate,
  type HostFunction,
  hostFunction,
  parse,
} from "@crucible/starlark";
import { ExternalNumber } from "./external-number.js";

const PARAMETERS = ["start", "stop", "step"] as const;

/** The function that stands under the name `range`. */
export function externalRange(): HostFunction {
  const own = ownRange();
  return hostFunction({
    name: "range",
    parameters: PARAMETERS.map((name, index) => ({
      name,
      kind: "positional",
      optional: index > 0,
    })),
    call: (call) => {
      const given = PARAMETERS.map((name) => call.get(name)).filter((value) => value !== undefined);
      const plain = given.map((value) => (value instanceof ExternalNumber ? value.value : value));
      return call.call(own, plain);
    },
  });
}

/** The language's own function. */
function ownRange(): Callable {
  const parsed = parse("range", { file: "range" });
  const value = parsed.ok ? evaluate(parsed.tree, { budget: new Budget() }).lastValue : undefined;
  if (value instanceof Callable) return value;
  throw new InternalError("internal error: the language has no range");
}
