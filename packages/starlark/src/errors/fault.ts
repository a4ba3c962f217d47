import type { DiagnosticNote } from "@crucible/core/diagnostics";

/** What a {@link Fault} may say beside its message. */
export interface FaultDetails {
  /** Stable identity of the error's kind; `evaluation-error` when absent. */
  readonly code?: string;
  readonly notes?: readonly DiagnosticNote[];
  /** The replacement that was probably meant. */
  readonly suggestion?: string;
  /** The argument at fault: a parameter's name, or a position counted from 0. */
  readonly argument?: string | number | undefined;
}

/**
 * A refusal that does not know its place yet.
 *
 * Operations on values throw it; the operation's closure, which knows the source range, turns it into a StarlarkError.
 * Host code may throw one from a host function or a host value and is located the same way.
 */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: string;
  readonly notes: readonly DiagnosticNote[];
  readonly suggestion: string | undefined;
  readonly argument: string | number | undefined;

  constructor(message: string, details: FaultDetails = {}) {
    super(message);
    this.code = details.code ?? "evaluation-error";
    this.notes = details.notes ?? [];
    this.suggestion = details.suggestion;
    this.argument = details.argument;
  }
}

/** The refusal to walk over a value that has no elements. A built-in words it as the wrong type of its argument. */
export class NotIterable extends Fault {
  readonly typeName: string;
  readonly hint: string;

  constructor(typeName: string, hint: string) {
    super(`${typeName} value is not iterable${hint}`, { code: "not-iterable" });
    this.typeName = typeName;
    this.hint = hint;
  }
}

/** Throws a {@link Fault}; reads well where a value is wanted. */
export function refuse(message: string, details?: FaultDetails): never {
  throw new Fault(message, details);
}
