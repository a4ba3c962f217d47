/** What an attempt's end is worth, without its note. */
import { isJsonObject, type JsonValue, ownField, type RouteTask, type Task } from "@crucible/core";
import type { AttemptEndedFact } from "@crucible/executor/machine";
import { judgeAnswer } from "./judge-answer.js";
import type { Offers } from "./offers.js";
import type { Closed } from "./state.js";

export type Judged =
  | ({ readonly kind: "settled"; readonly completes?: boolean } & Closed)
  | { readonly kind: "transport"; readonly retryable: boolean }
  | { readonly kind: "cancelled" };

export function judgeEnd(task: Task, fact: AttemptEndedFact, offers: Offers | undefined): Judged {
  const { end } = fact;
  if (end.kind === "transport") return { kind: "transport", retryable: end.retryable };
  if (end.kind === "cancelled") return { kind: "cancelled" };
  if (end.kind === "refused" && end.staging)
    return { kind: "settled", status: "blocked", reason: "staging_refused" };
  if (task.kind === "route") return { kind: "settled", ...judgeRoute(task, end, offers) };
  const judged = judgeWork(task, fact);
  const measured = judged.status === "pass" || judged.status === "fail";
  // What failed keeps its set like what passed; what was skipped has none (FILE-033, FILE-042).
  const digest = measured ? fact.files?.[0]?.digest : undefined;
  return digest === undefined ? judged : { ...judged, files: digest };
}

/** Time that runs out is an answer of its own where a person was asked (HUMAN-023). */
function judgeRoute(
  task: RouteTask,
  end: AttemptEndedFact["end"],
  offers: Offers | undefined,
): Closed {
  const isPerson = task.decider.kind === "human";
  const ranOut = end.kind === "deadline" && end.limit === "task" && isPerson;
  const expired = { kind: "expired", evidenceDigest: "" } as const;
  const answer = end.kind === "answered" ? end.answer : ranOut ? expired : undefined;
  if (!answer || !offers) return { status: "fail" };
  return judgeAnswer(task, answer, offers);
}

function judgeWork(task: Task, fact: AttemptEndedFact): Extract<Judged, { kind: "settled" }> {
  const { end } = fact;
  if (end.kind !== "exited" && end.kind !== "turn_failed")
    return { kind: "settled", status: "fail" };
  // A turn that failed by its own doing is a failure like one that a program's exit code tells.
  const isZero = end.kind === "exited" && end.exitCode === 0;
  const value = end.result.kind === "value" ? end.result.value : undefined;
  const fields = isJsonObject(value) ? value : undefined;
  const declared = fields ? ownField(fields, "status") : undefined;
  const kept = isZero ? value : fields;
  const output = kept === undefined ? {} : { output: kept };
  if (declared === "skipped") return { kind: "settled", status: "skipped", ...output };
  const failed =
    !isZero ||
    owesResult(task, value) ||
    declared === "fail" ||
    fact.findings.length > 0 ||
    !gradePasses(task, value);
  if (failed) return { kind: "settled", status: "fail", ...output };
  const may = task.kind === "command" || task.kind === "evaluate";
  const completes = may && fields !== undefined && ownField(fields, "complete") === true;
  return { kind: "settled", status: "pass", ...output, completes };
}

/** Only a command that declares no field may pass without a JSON result. */
function owesResult(task: Task, value: JsonValue | undefined): boolean {
  return value === undefined && (task.kind !== "command" || task.emits.length > 0);
}

function gradePasses(task: Task, value: JsonValue | undefined): boolean {
  if (task.kind !== "evaluate") return true;
  if (!isJsonObject(value)) return false;
  const pass = ownField(value, "pass");
  if (pass !== undefined && typeof pass !== "boolean") return false;
  if (pass === false) return false;
  if (task.threshold === undefined) return true;
  const score = ownField(value, "score");
  if (typeof score !== "number" || !Number.isFinite(score)) return false;
  return task.direction === "lower" ? score <= task.threshold : score >= task.threshold;
}
