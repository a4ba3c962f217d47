/** The value constraints of a parameter; the same ones hold for defaults and for supplied values (DSL-014, DSL-033). */
import type { ParamDeclaration } from "./declaration.js";

type Constraints = Pick<ParamDeclaration, "pattern" | "minimum" | "maximum" | "choices">;

/**
 * What is wrong with a value, as "must …", or `undefined` when nothing is. The value itself is never repeated: it may come
 * from outside the pack.
 */
export function violation(
  value: string | number | boolean | readonly string[],
  { pattern, minimum, maximum, choices }: Constraints,
): string | undefined {
  if (choices && !choices.some((choice) => choice === value)) {
    return `must be one of ${choices.join(", ")}`;
  }
  if (typeof value === "string" && pattern) {
    const isFound = pattern.find(value);
    if (isFound === undefined) return "is too long for its pattern to be matched";
    if (!isFound) return `must match ${pattern.source}`;
  }
  return typeof value === "number" ? outOfRange(value, minimum, maximum) : undefined;
}

function outOfRange(
  value: number,
  minimum: number | undefined,
  maximum: number | undefined,
): string | undefined {
  const isBelow = minimum !== undefined && value < minimum;
  const isAbove = maximum !== undefined && value > maximum;
  if (!isBelow && !isAbove) return undefined;
  if (minimum !== undefined && maximum !== undefined) {
    return `must be between ${minimum} and ${maximum}`;
  }
  return minimum === undefined ? `must be at most ${maximum}` : `must be at least ${minimum}`;
}
