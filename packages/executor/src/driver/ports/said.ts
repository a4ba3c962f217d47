/**
 * Reading what a port of the host said before anything relies on its shape: adapters are the host's own, and much of what
 * they say they were told from outside. A problem completes `the harness …`, or whoever it was that said it.
 */
import { TRANSPORT_CAUSES } from "@crucible/core";

/** Something said, before anybody has looked at it. */
export type Said = { readonly [field: string]: unknown };

/** What was said as it was promised, or what is wrong with it. */
export type Reading<Outcome> =
  | { readonly kind: "sound"; readonly outcome: Outcome }
  | { readonly kind: "broken"; readonly problem: string };

/** Reads an outcome; `wellFormed` makes the texts of one that has the right shape such as a log can hold. */
export function readSaid<Outcome>(
  given: Outcome,
  problemOf: (said: Said) => string | undefined,
  wellFormed: (outcome: Outcome) => Outcome,
): Reading<Outcome> {
  const problem = problemWith(given, problemOf);
  return problem === undefined
    ? { kind: "sound", outcome: wellFormed(given) }
    : { kind: "broken", problem };
}

/** Asks for the problem with an outcome that is an object at all. */
export function problemWith(
  given: unknown,
  problemOf: (said: Said) => string | undefined,
): string | undefined {
  return typeof given === "object" && given !== null ? problemOf(given as Said) : "gave no outcome";
}

export function wrong(field: string): string {
  return `gave an outcome with a wrong ${field}`;
}

export function isText(value: unknown): value is string {
  return typeof value === "string";
}

export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

/** The model that an answer or a turn names; `null` where none is. */
export function modelProblem({ model }: Said): string | undefined {
  return model === null || isText(model) ? undefined : wrong("model");
}

/** Any number will do, also one that is no amount of money, which counts as the most; nothing is told by nothing. */
export function costProblem({ costNano }: Said): string | undefined {
  const isTold = costNano !== null && costNano !== undefined;
  return isTold && typeof costNano !== "number" ? wrong("costNano") : undefined;
}

/** Of a failure to reach an agent or a model, which both ports tell alike. */
export function transportProblem({ detail, retryable, cause }: Said): string | undefined {
  if (!isText(detail)) return wrong("detail");
  if (typeof retryable !== "boolean") return wrong("retryable");
  const causes: readonly unknown[] = TRANSPORT_CAUSES;
  return causes.includes(cause) ? undefined : wrong("cause");
}

/** No log and no prompt can hold half of a surrogate pair, which JSON from outside may well spell. */
export function whole(text: string): string {
  return text.toWellFormed();
}

/** The same of a model's name. */
export function wholeModel(model: string | null): string | null {
  return model === null ? null : whole(model);
}

/** What was thrown, in words. */
export function thrownText(error: unknown): string {
  return whole(error instanceof Error ? error.message : String(error));
}
