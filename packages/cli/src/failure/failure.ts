/** How the command ends, and the errors that end it early. Both kinds hold text that is ready to print. */

/** Exit codes are part of the interface: scripts branch on them (WIRE-024). */
export const EXIT = {
  /** The verdict is valid, or there was nothing to judge and nothing to complain about. */
  valid: 0,
  /** Nothing ran: the pack, the plan or the place was refused. */
  refused: 1,
  /** The command line itself is wrong. */
  usage: 2,
  /** It ran, and the verdict is not valid. */
  invalid: 3,
  /** Interrupted by the operator before there was a verdict. */
  interrupted: 130,
} as const;

/** The command line says something that no pack could make right. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked cannot be done here; nothing ran. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
