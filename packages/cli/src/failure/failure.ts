/** How the command ends, and the errors that end it early. All of them hold what is to be printed, and nothing ran. */
import type { Diagnostic, SourceLookup } from "@crucible/core";

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

/** What was asked cannot be done here, for one reason or several. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reasons: readonly string[];

  constructor(...reasons: readonly string[]) {
    super(reasons.join("; "));
    this.reasons = reasons;
  }
}

/** What cannot be read of a record, and what to do: nothing is built on a log whose past cannot be read. */
export function damaged(what: string): Refusal {
  return new Refusal(
    `${what}; put back a copy from before the damage to go on, or start anew with \`crucible plan run\``,
  );
}

/** What a user wrote is wrong, in places that can be shown. */
export class Findings extends Error {
  override readonly name = "Findings";
  readonly diagnostics: readonly Diagnostic[];
  /** The folder that the diagnostics' files are relative to. */
  readonly folder: string;
  readonly sourceOf: SourceLookup;

  constructor(diagnostics: readonly Diagnostic[], folder: string, sourceOf: SourceLookup) {
    super(`${diagnostics.length} findings`);
    this.diagnostics = diagnostics;
    this.folder = folder;
    this.sourceOf = sourceOf;
  }
}
