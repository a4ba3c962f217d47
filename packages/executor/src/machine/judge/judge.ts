/**
 * Judges how an attempt ended: exit status, last line, grade, declared status. Pure, so that the driver can ask before
 * it checks fields and captures files whether the attempt would pass, and the machine can say the same afterwards.
 */
import { formatDuration, isJsonObject, type JsonObject, type Task } from "@crucible/core";
import type { AttemptEnd, ResultReading } from "../fact.js";
import { judgeEvaluation } from "./evaluation.js";
import {
  declared,
  declaredStatus,
  failed,
  type Judgement,
  NO_OUTPUT,
  ownNote,
  readingNote,
} from "./judgement.js";

/**
 * `wallMs` is the run's wall-clock ceiling, for the note of an attempt that it ended. An `answered` end is judged with
 * the questions and what they offered, which only the machine knows; here it counts as a pass without output.
 */
export function judge(task: Task, end: AttemptEnd, wallMs?: number): Judgement {
  switch (end.kind) {
    case "exited":
      return end.exitCode === 0 ? judgeResult(task, end.result) : judgeExit(end.exitCode, end);
    case "turn_failed":
      return judgeFailedTurn(end);
    case "transport":
      return {
        status: "transport",
        note: end.detail,
        output: undefined,
        retryable: end.retryable,
      };
    case "deadline":
      return failed(`timed out: ${deadlineText(task, end.limit, wallMs)}`);
    case "refused":
      return failed(end.note);
    case "cancelled":
      return failed("the attempt was ended before it came to a result");
    case "answered":
      return { status: "pass", note: "", output: undefined };
  }
}

/** A nonzero exit is a measured failure; only a declared skip says otherwise (EXEC-046, EXEC-129, EXEC-132, EXEC-139). */
function judgeExit(
  exitCode: number | null,
  end: { readonly result: ResultReading; readonly stderrTail: string },
): Judgement {
  const output = objectOf(end.result);
  if (output && declaredStatus(output) === "skipped") return declared("skipped", output);
  return failed(`exit ${exitCode ?? -1}: ${ownNote(output) ?? end.stderrTail}`, output);
}

function judgeFailedTurn(end: Extract<AttemptEnd, { kind: "turn_failed" }>): Judgement {
  if (end.exitCode !== undefined) return judgeExit(end.exitCode, end);
  const output = objectOf(end.result);
  if (output && declaredStatus(output) === "skipped") return declared("skipped", output);
  return failed(ownNote(output) ?? end.note, output);
}

/** The process or turn ended well: what it returned decides. */
function judgeResult(task: Task, result: ResultReading): Judgement {
  if (task.kind === "route") return failed("the route ended without an answer");
  if (result.kind !== "value") return judgeNoValue(task, result);
  if (task.kind === "evaluate") return judgeEvaluation(task, result.value);
  if (!isJsonObject(result.value)) {
    return result.from === "file"
      ? failed("PLAN_TASK_RESULT.json must hold one JSON object")
      : { status: "pass", note: "", output: result.value };
  }
  const status = declaredStatus(result.value);
  return status
    ? declared(status, result.value)
    : { status: "pass", note: "", output: result.value };
}

/** Only a command may pass without a JSON result, and only when it declares no field (EXEC-045). */
function judgeNoValue(task: Task, result: Exclude<ResultReading, { kind: "value" }>): Judgement {
  const note = readingNote(result);
  if (task.kind === "report") return { status: "pass", note: "", output: undefined };
  if (task.kind !== "command" || result.kind === "refused") return failed(note);
  if (task.emits.length === 0) {
    return { status: "pass", note: note === NO_OUTPUT ? "no output" : note, output: null };
  }
  const missing = task.emits.map(
    (field) => `output missing declared field ${JSON.stringify(field.name)}`,
  );
  return failed([note, ...missing].join("; "));
}

function objectOf(result: ResultReading): JsonObject | undefined {
  return result.kind === "value" && isJsonObject(result.value) ? result.value : undefined;
}

function deadlineText(task: Task, limit: "task" | "run", wallMs: number | undefined): string {
  if (limit === "task" && task.timeoutMs !== undefined) {
    return `the task ran past its ${formatDuration(task.timeoutMs)} limit`;
  }
  return wallMs === undefined
    ? "the run reached its wall-clock ceiling"
    : `the run reached its ${formatDuration(wallMs)} wall-clock ceiling`;
}
