/** From what a harness says about a turn to how the attempt ended. */
import type { TurnOutcome } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../../machine/fact.js";
import type { Mask } from "../journal/mask.js";

/** How a turn that was not ended by the engine ended. */
export function turnEnd(outcome: TurnOutcome, result: ResultReading, mask: Mask): AttemptEnd {
  switch (outcome.kind) {
    case "completed":
      return completedEnd(outcome.denials, result, mask);
    case "failed": {
      const end = {
        kind: "turn_failed",
        note: mask.text(outcome.note),
        result,
        stderrTail: "",
      } as const;
      return outcome.exitCode === undefined ? end : { ...end, exitCode: outcome.exitCode };
    }
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

/** A turn that left no result says which tools it was denied, if any: that is the usual reason. */
function completedEnd(denials: readonly string[], result: ResultReading, mask: Mask): AttemptEnd {
  if (result.kind === "none" && denials.length > 0) {
    const note = `the turn left no result and was denied ${denials.map(mask.text).join(", ")}`;
    return { kind: "turn_failed", note, result, stderrTail: "" };
  }
  return { kind: "exited", exitCode: 0, result, stderrTail: "" };
}
