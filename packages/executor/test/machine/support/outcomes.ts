/** How scripted attempts end. */
import type { CapturedFile, JsonValue, TransportCause } from "@crucible/core";
import type { AttemptEnd, AttemptEndedFact, RouteAnswer } from "../../../src/machine/index.js";

/** The parts of an attempt's end that a test cares about. */
export type Outcome = { readonly end: AttemptEnd } & Partial<
  Omit<AttemptEndedFact, "kind" | "task" | "attempt" | "end">
>;

export function passes(output: JsonValue = {}): Outcome {
  return exits(0, output);
}

export function exits(exitCode: number | null, output?: JsonValue, stderrTail = ""): Outcome {
  const result =
    output === undefined ? { kind: "none" as const } : { kind: "value" as const, value: output };
  return { end: { kind: "exited", exitCode, result, stderrTail } };
}

export function fails(output?: JsonValue): Outcome {
  return exits(1, output);
}

export function skips(): Outcome {
  return passes({ status: "skipped" });
}

export function completes(reason?: JsonValue): Outcome {
  return passes(reason === undefined ? { complete: true } : { complete: true, reason });
}

export function transport(
  detail = "no answer",
  cause: TransportCause = "command",
  retryable = true,
): Outcome {
  return { end: { kind: "transport", cause, detail, retryable } };
}

export function timesOut(limit: "task" | "run" = "task"): Outcome {
  return { end: { kind: "deadline", limit } };
}

export const CANCELLED: Outcome = { end: { kind: "cancelled" } };

export function refused(note: string): Outcome {
  return { end: { kind: "refused", note } };
}

export function answers(answer: RouteAnswer): Outcome {
  return { end: { kind: "answered", answer } };
}

/** A decision model's probabilities, by question. */
export function decides(probabilities: Record<string, Record<string, number>>): Outcome {
  return answers({
    kind: "model",
    probabilities: new Map(
      Object.entries(probabilities).map(([id, labels]) => [id, new Map(Object.entries(labels))]),
    ),
  });
}

/** A person's choices, by question. */
export function chooses(
  choices: Record<string, readonly string[]>,
  note: string | null = null,
): Outcome {
  return answers({
    kind: "person",
    choices: new Map(Object.entries(choices)),
    decidedBy: "ada",
    decidedAt: "2030-01-01T00:00:00Z",
    evidenceDigest: "sha256:e",
    note,
  });
}

export function costing(usd: number, outcome: Outcome = passes()): Outcome {
  return { ...outcome, costNano: Math.round(usd * 1e9) };
}

export function withFiles(outcome: Outcome, ...paths: readonly string[]): Outcome {
  const files: CapturedFile[] = paths.map((path) => ({
    path,
    digest: `sha256:${path}`,
    size: 1,
    executable: false,
  }));
  return { ...outcome, files };
}
