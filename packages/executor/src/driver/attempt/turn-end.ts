/** From what a harness says about a turn to how the attempt ended. */
import type { TurnOutcome } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import type { Mask } from "../journal/mask.js";
import { stderrTailNote } from "../result/stderr-tail.js";

/** How a turn that was not ended by the engine ended. */
export function turnEnd(outcome: TurnOutcome, result: ResultReading, mask: Mask): AttemptEnd {
  switch (outcome.kind) {
    case "completed":
      return completedEnd(outcome.denials, result, mask);
    case "failed":
      return failedEnd(outcome, result, mask);
    case "transport": {
      const detail = mask.text(outcome.detail);
      return {
        kind: "transport",
        cause: outcome.cause,
        detail,
        retryable: outcome.retryable,
      };
    }
    case "aborted":
      return {
        kind: "transport",
        cause: "agent",
        detail: "the turn was ended, and not by the engine",
        retryable: true,
      };
  }
}

/** Of a stand-in the note is its standard error, and its exit code says that it failed; other agents say why in words. */
function failedEnd(
  { note, exitCode }: Extract<TurnOutcome, { kind: "failed" }>,
  result: ResultReading,
  mask: Mask,
): AttemptEnd {
  if (exitCode === undefined) {
    return { kind: "turn_failed", note: mask.text(note), result, stderrTail: "" };
  }
  const stderrTail = stderrTailNote(note, mask);
  return { kind: "turn_failed", note: stderrTail, exitCode, result, stderrTail };
}

/** A turn that left no result says which tools it was denied, if any: that is the usual reason. */
function completedEnd(denials: readonly string[], result: ResultReading, mask: Mask): AttemptEnd {
  if (result.kind === "none" && denials.length > 0) {
    const note = `the turn left no result and was denied ${denials.map(mask.text).join(", ")}`;
    return { kind: "turn_failed", note, result, stderrTail: "" };
  }
  return { kind: "exited", exitCode: 0, result, stderrTail: "" };
}
