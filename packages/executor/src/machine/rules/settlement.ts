/** What an instance comes to, and the row that says so. */
import {
  type BlockedReason,
  isJsonObject,
  type JsonValue,
  kindLabel,
  OUTPUT_INLINE_BYTES_MAX,
  ownField,
  type TaskResult,
  type TaskStatus,
  usdFromNano,
} from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { Step } from "./step.js";

type Optional<Key extends keyof TaskResult> = { readonly [K in Key]?: TaskResult[K] | undefined };

export interface Settlement
  extends Optional<"agent" | "repairs" | "blocked" | "transport" | "files" | "commit" | "output"> {
  readonly status: TaskStatus;
  readonly note: string;
  readonly secs?: number;
}

/** A settlement of something that never had an attempt. */
export interface Undispatched {
  readonly status: TaskStatus;
  readonly note: string;
  readonly blocked?: { readonly reason: BlockedReason; readonly task?: string } | undefined;
}

export function blockedBy(reason: BlockedReason, note: string, task?: string): Undispatched {
  return {
    status: "blocked",
    note,
    blocked: task === undefined ? { reason } : { reason, task },
  };
}

export function notTaken(note: string): Undispatched {
  return { status: "not_taken", note };
}

/** The row of an instance with its attempts and spend. */
export function rowOf(
  step: Step,
  place: {
    readonly row: string;
    readonly task: number;
    readonly attempts: number;
    readonly costNano: number;
  },
  settlement: Settlement,
): TaskResult {
  const reads = largeReads(step.graph.reads[place.task] ?? [], settlement.output);
  const row: Draft = {
    kind: "task_result",
    task: place.row,
    status: settlement.status,
    plan_version: 1,
    task_kind: kindLabel(taskAt(step.graph, place.task)),
    iter: 0,
    digest: "",
    job: "",
    attempts: place.attempts,
    cost_usd: usdFromNano(place.costNano),
    score: null,
  };
  if (settlement.output !== undefined) row.output = settlement.output;
  if (reads !== undefined) row.reads = reads;
  if (settlement.agent !== undefined) row.agent = settlement.agent;
  if (settlement.repairs !== undefined) row.repairs = settlement.repairs;
  row.note = settlement.note;
  if (settlement.blocked !== undefined) row.blocked = settlement.blocked;
  if (settlement.transport !== undefined) row.transport = settlement.transport;
  if (settlement.files !== undefined) row.files = settlement.files;
  if (settlement.commit !== undefined) row.commit = settlement.commit;
  row.secs = settlement.secs ?? 0;
  row.trace_id = "";
  row.span_id = "";
  return row as TaskResult;
}

/** A row while its fields are written, in the order in which a log shows them. */
type Draft = { -readonly [Key in keyof TaskResult]?: TaskResult[Key] };

/** The fields that the graph reads, beside an output that may be moved into a blob; a character is at most three bytes. */
function largeReads(
  fields: readonly string[],
  output: JsonValue | undefined,
): { readonly [field: string]: JsonValue } | undefined {
  if (fields.length === 0 || !isJsonObject(output)) return undefined;
  if (JSON.stringify(output).length * 3 <= OUTPUT_INLINE_BYTES_MAX) return undefined;
  const reads = Object.create(null) as { [field: string]: JsonValue };
  for (const field of fields) {
    const value = ownField(output, field);
    if (value !== undefined) reads[field] = value;
  }
  return reads;
}
