/** Rows of a log for printer tests: a passing command's, with every field at its default unless a test says otherwise. */
import type { TaskResult } from "@crucible/core";

export function result(task: string, own: Partial<TaskResult> = {}): TaskResult {
  return {
    kind: "task_result",
    task,
    status: "pass",
    plan_version: 1,
    task_kind: "command",
    iter: 0,
    digest: "",
    job: "",
    attempts: 1,
    cost_usd: 0,
    score: null,
    note: "",
    secs: 0,
    trace_id: "",
    span_id: "",
    ...own,
  };
}
