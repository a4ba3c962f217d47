/** What an attempt comes to, before the machine has judged it, and what trouble with its workspace comes to. */
import type { CapturedFile, Repair, TranscriptRef } from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import { InputRefused } from "../inputs/assemble-inputs.js";
import type { Mask } from "../journal/mask.js";
import { WorkspaceTrouble } from "./trouble.js";

export interface Outcome {
  readonly end: AttemptEnd;
  readonly model: string | null;
  readonly survivors: readonly string[];
  readonly findings: readonly string[];
  readonly files: readonly CapturedFile[] | null;
  readonly captureProblems: readonly string[];
  readonly commit: string | null;
  readonly repairs: readonly Repair[];
  readonly transcript?: TranscriptRef;
}

/** An end that left nothing else. */
export function ended(end: AttemptEnd, model: string | null = null): Outcome {
  return {
    end,
    model,
    survivors: [],
    findings: [],
    files: null,
    captureProblems: [],
    commit: null,
    repairs: [],
  };
}

/** What the attempt's own trouble comes to; an engine fault is thrown on. */
export function troubleOf(error: unknown, mask: Mask): Outcome {
  if (error instanceof InputRefused) return ended({ kind: "refused", note: error.message });
  if (!(error instanceof WorkspaceTrouble)) throw error;
  const detail = mask.text(error.message);
  return ended({ kind: "transport", cause: "workspace", detail, retryable: true });
}
