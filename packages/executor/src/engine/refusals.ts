/** Refusals: preconditions that do not hold, in words for whoever launched. Nothing exists and nothing was spent. */
import type { Diagnostic } from "@crucible/core";

/** A launch that was refused (RUN-062): no run exists. */
export class LaunchRefused extends Error {
  override readonly name = "LaunchRefused";
  readonly problems: readonly Diagnostic[];
  constructor(problems: readonly Diagnostic[]) {
    super(problems.map((problem) => problem.message).join("; "));
    this.problems = problems;
  }
}

/** A run that cannot be resumed or rerun; it stays as it was. */
export class ResumeRefused extends Error {
  override readonly name = "ResumeRefused";
}

export function problem(code: string, message: string): Diagnostic {
  return { code, severity: "error", message, notes: [] };
}
