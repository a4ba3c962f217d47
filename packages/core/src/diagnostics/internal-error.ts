/**
 * A bug in Crucible, never a user's mistake. Checks that throw it stay on in production: a wrong answer about money or
 * finished work is worse than a stop.
 */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/**
 * Throws when something that must hold does not. `subject` says whose it is; apart from the message, so that a check that
 * holds puts no text together.
 */
export function invariant(
  condition: unknown,
  message: string,
  subject?: string | number,
): asserts condition {
  if (condition) return;
  throw new InternalError(
    `internal error: ${message}${subject === undefined ? "" : `: ${subject}`}`,
  );
}

/** The default branch of an exhaustive switch: the type checker proves it is not reached, and run time agrees loudly. */
export function unreachable(value: never): never {
  throw new InternalError(`internal error: unreachable case ${String(value)}`);
}
