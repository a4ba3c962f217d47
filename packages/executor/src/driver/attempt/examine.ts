/**
 * Looks at what an attempt left: judges its end, checks its declared output, and takes its declared files. A passing
 * attempt owes all of them; a failing one may leave the files it wrote as evidence (FILE-033 to FILE-042).
 */
import type { CapturedFile, Repair, Task, TranscriptRef } from "@crucible/core";
import type { AttemptEnd } from "../../machine/fact.js";
import { type Judgement, judge } from "../../machine/index.js";
import { askProblems } from "../../machine/judge/asks.js";
import { checkOutput } from "../emits/check-output.js";
import type { ExecutionContext } from "../execution/context.js";
import {
  type CapturedSet,
  captureSet,
  checkFiles,
  type Fingerprints,
  NO_FILES,
} from "../files/capture-set.js";
import type { AttemptControl } from "./attempt-control.js";
import type { Place } from "./place.js";
import { inWorkspace } from "./trouble.js";

/** What is looked at. */
export interface Examinee {
  readonly task: Task;
  readonly end: AttemptEnd;
  readonly place: Place;
  /** What the declared paths held before the attempt started. */
  readonly before: Fingerprints;
  readonly owner: string;
  /** Whether a repair turn ended just now. */
  readonly repaired: boolean;
}

export interface Examination {
  /** The end, or the deadline's when that fell during the checks. */
  readonly end: AttemptEnd;
  readonly judgement: Judgement;
  /** What is wrong with a result that would pass; empty when it passes. */
  readonly findings: readonly string[];
  readonly files: readonly CapturedFile[] | null;
  readonly captureProblems: readonly string[];
}

/** What every examination of one attempt has in common. */
export type Standing = Pick<Examinee, "place" | "before" | "owner">;

/** What was run and then looked at. */
export interface Finished {
  readonly examination: Examination;
  readonly model: string | null;
  readonly survivors: readonly string[];
  readonly repairs: readonly Repair[];
  readonly transcript?: TranscriptRef;
}

/** A promise only where there is something to check or to take. */
export function examine(
  context: ExecutionContext,
  examinee: Examinee,
  control: AttemptControl,
): Examination | Promise<Examination> {
  const { task, end } = examinee;
  const judgement = judge(task, end);
  if (judgement.status === "pass") {
    const owesNothing = task.emits.length === 0 && task.emitsFiles.length === 0;
    const asks = askProblems(context.plan.lane, judgement.output);
    if (owesNothing && asks.length === 0)
      return { end, judgement, findings: [], files: null, captureProblems: [] };
    return examinePassing(context, examinee, judgement, control, asks);
  }
  return leavesEvidence(end, judgement)
    ? capture(context, examinee, "failing").then((set) => examinedFailure(end, judgement, set))
    : examinedFailure(end, judgement, NO_FILES);
}

function examinedFailure(end: AttemptEnd, judgement: Judgement, set: CapturedSet): Examination {
  return { end, judgement, findings: [], files: set.files, captureProblems: set.problems };
}

/** Ends at a deadline, transport failures and refusals publish nothing. */
function leavesEvidence(end: AttemptEnd, judgement: Judgement): boolean {
  return judgement.status === "fail" && (end.kind === "exited" || end.kind === "turn_failed");
}

async function examinePassing(
  context: ExecutionContext,
  examinee: Examinee,
  judgement: Judgement,
  control: AttemptControl,
  asks: readonly string[],
): Promise<Examination> {
  const { task } = examinee;
  const { validator, blobs, bounds } = context;
  const { signal } = control;
  const found = await checkOutput({
    emits: task.emits,
    output: judgement.output,
    validator,
    signal,
  });
  if (found === "aborted") return endedByDeadline(examinee, judgement, control);
  const set = await capture(context, examinee, examinee.repaired ? "repaired" : "passing");
  const fileFindings =
    set.files === null
      ? set.problems
      : await checkFiles({
          declared: task.emitsFiles,
          files: set.files,
          blobs,
          validator,
          jsonBytesMax: bounds.jsonFileBytesMax,
          signal,
        });
  if (fileFindings === "aborted") return endedByDeadline(examinee, judgement, control);
  const findings = [...found, ...asks, ...fileFindings];
  const common = { end: examinee.end, judgement, findings };
  if (findings.length === 0) return { ...common, files: set.files, captureProblems: [] };
  if (fileFindings.length > 0) return { ...common, files: null, captureProblems: [] };
  // The files are good and the output is not: they are the evidence of a failing attempt.
  const evidence = await capture(context, examinee, "failing");
  return { ...common, files: evidence.files, captureProblems: evidence.problems };
}

async function capture(
  context: ExecutionContext,
  examinee: Examinee,
  kind: "passing" | "repaired" | "failing",
): Promise<CapturedSet> {
  const { quota, blobs } = context;
  const { task, place, owner, before } = examinee;
  return quota.exclusively(async () => {
    const set = await inWorkspace(
      captureSet({
        workspace: place.workspace,
        declared: task.emitsFiles,
        blobs,
        quota,
        owner,
        attempt: kind === "failing" ? { kind, before } : { kind },
      }),
    );
    quota.replace(
      owner,
      (set.files ?? []).reduce((total, file) => total + file.size, 0),
    );
    return set;
  });
}

function endedByDeadline(
  examinee: Examinee,
  judgement: Judgement,
  control: AttemptControl,
): Examination {
  return endedEarly(judgement, control.abortedEnd ?? examinee.end);
}

/** What is left of an attempt that was told to end before it was settled: what was found or taken by then counts for nothing. */
export function endedEarly(judgement: Judgement, end: AttemptEnd): Examination {
  return { end, judgement, findings: [], files: null, captureProblems: [] };
}
