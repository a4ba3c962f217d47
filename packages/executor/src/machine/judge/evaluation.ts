/**
 * Grading an evaluation that exited 0. The grade is `pass`, narrowed by the threshold on `score`; a declared status
 * narrows it further and never widens it (EXEC-062 to EXEC-069, EXEC-133).
 */
import {
  type EvaluateTask,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
} from "@crucible/core";
import { bounded, declared, declaredStatus, failed, type Judgement, ownNote } from "./judgement.js";

const LOGS_CHARACTERS_MAX = 1_000;

export function judgeEvaluation(task: EvaluateTask, value: JsonValue): Judgement {
  if (!isJsonObject(value)) return failed("evaluate result must be a JSON object");
  const status = declaredStatus(value);
  if (status === "skipped") return declared(status, value);
  const graded = grade(task, value);
  if (graded.note !== undefined) return failed(graded.note, withPass(value, false));
  if (status === "fail") return declared(status, value);
  return { status: "pass", note: "", output: withPass(value, true) };
}

/** Without a note the evaluation passed. */
function grade(task: EvaluateTask, value: JsonObject): { readonly note?: string } {
  const pass = ownField(value, "pass");
  if (pass !== undefined && typeof pass !== "boolean") {
    return { note: "evaluate result `pass` must be a boolean" };
  }
  const { threshold, direction } = task;
  if (threshold !== undefined) {
    const score = ownField(value, "score");
    if (!isFiniteNumber(score)) {
      return {
        note: "evaluate result has no finite numeric `score` to compare with its threshold",
      };
    }
    const meets = direction === "higher" ? score >= threshold : score <= threshold;
    if (!meets) return { note: failureNote(task, value) };
  }
  return pass === false ? { note: failureNote(task, value) } : {};
}

/** The evaluation's own words, or the engine's, then the threshold and the logs. */
function failureNote(task: EvaluateTask, value: JsonObject): string {
  const parts = [ownNote(value) ?? `evaluation ${task.name} did not pass`];
  if (task.threshold !== undefined) parts.push(`threshold ${task.threshold}`);
  const logs = ownField(value, "logs");
  if (Array.isArray(logs) && logs.length > 0 && logs.every((log) => typeof log === "string")) {
    parts.push(`logs: ${bounded(logs.join(","), LOGS_CHARACTERS_MAX)}`);
  }
  return parts.join(" ");
}

/** The engine writes the grade it came to into the output. */
function withPass(value: JsonObject, pass: boolean): JsonObject {
  return { ...value, pass };
}

function isFiniteNumber(value: JsonValue | undefined): value is number {
  return Number.isFinite(value);
}
