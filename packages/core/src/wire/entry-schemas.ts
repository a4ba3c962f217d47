/**
 * The shape of every log line, one schema a kind.
 *
 * They only judge: a line that passes is used as it was parsed, with the fields that this engine does not know
 * (WIRE-033), so what a schema gives is never looked at. Each schema is typed by its entry, so a field added to an entry and forgotten here does not compile.
 */
import { z } from "zod";
import type {
  AdmittedTask,
  AttemptEnded,
  CapturedFile,
  Entry,
  Envelope,
  PlanAdmitted,
  Recovery,
  TaskResult,
} from "../log/entry.js";
import {
  type AttemptOutcome,
  type BlockedReason,
  type ShutdownOutcome,
  TASK_STATUSES,
  type TaskStatus,
  TRANSPORT_CAUSES,
  type TransportCause,
  type Verdict,
} from "../log/status.js";
import { USD_MAX } from "../money/nano.js";
import { amount, count, digest, jsonObject, jsonValue, text, texts } from "./pieces.js";

/** Dollars of one reckoning, which the engine counts in nano-dollars. A row may add several up to more. */
const usd: z.ZodType<number> = amount.refine((value) => value <= USD_MAX, "is too many dollars");

export const envelope: z.ZodType<Omit<Envelope, "v"> & { readonly v: number }> = z.object({
  v: z.int(),
  seq: count,
  ts: text,
  ms: amount,
  more: z.exactOptional(z.literal(true)),
});

const status: z.ZodType<TaskStatus> = z.enum(TASK_STATUSES);

const transport: z.ZodType<TransportCause> = z.enum(TRANSPORT_CAUSES);

const blockedReason: z.ZodType<BlockedReason> = z.enum([
  "required_task_failed",
  "budget_ceiling",
  "wall_clock_ceiling",
  "dependency_did_not_pass",
  "staging_refused",
]);

const shutdownOutcome: z.ZodType<ShutdownOutcome> = z.enum([
  "finished",
  "solved",
  "budget",
  "complete",
  "stopped",
  "escalated",
  "stalled",
  "error",
]);

const attemptOutcome: z.ZodType<AttemptOutcome> = z.enum([
  "succeeded",
  "failed",
  "indeterminate",
  "cancelled",
]);

const verdict: z.ZodType<Verdict> = z.enum(["valid", "invalid"]);

const execution = z.object({ run: text, execution: text });

/** Kind, join and stage are any text: a token this engine does not know is shown and never acted on (WIRE-012). */
const admittedTask: z.ZodType<AdmittedTask> = z.object({
  name: text,
  kind: text,
  depends_on: texts,
  optional: z.exactOptional(texts),
  session: text,
  needs: text,
  required: z.boolean(),
  join: text,
  stage: text,
  over: text,
  max_fanout: count,
  when: text,
  revise: z.union([text, texts]),
  max_rounds: count,
  emits: z.exactOptional(z.array(z.object({ field: text, type: z.exactOptional(jsonValue) }))),
  emits_files: z.exactOptional(z.array(jsonValue)),
  keyed: texts,
  timeout: text,
  history_depth: count,
  definition_digest: text,
});

const planAdmitted: z.ZodType<PlanAdmitted> = z.object({
  kind: z.literal("plan_admitted"),
  plan_version: z.literal(1),
  digest: text,
  reason: text,
  budget_usd: usd,
  wall_clock_ms: amount,
  width: count,
  capabilities: texts,
  base: text,
  tasks: z.array(admittedTask),
  history_record: text,
});

const attemptEnded: z.ZodType<AttemptEnded> = z.object({
  kind: z.literal("attempt_ended"),
  task: text,
  attempt: count,
  outcome: attemptOutcome,
  cost_usd: usd,
  cause: text,
  exit_code: z.exactOptional(z.int()),
  transport: z.exactOptional(transport),
  detail: z.exactOptional(text),
  model: z.exactOptional(text),
  transcript: z.exactOptional(z.object({ path: text, size: count, digest: text })),
  survivors: z.exactOptional(texts),
});

const capturedFile: z.ZodType<CapturedFile> = z.object({
  path: text,
  digest,
  size: count,
  executable: z.boolean(),
});

const repair = z.object({
  label: text,
  round: count,
  of: count,
  cost_usd: amount,
  notes: texts,
});

const taskResult: z.ZodType<TaskResult> = z.object({
  kind: z.literal("task_result"),
  task: text,
  status,
  plan_version: z.literal(1),
  task_kind: text,
  iter: count,
  digest: text,
  job: text,
  attempts: count,
  cost_usd: amount,
  score: z.null(),
  output: z.exactOptional(jsonValue),
  output_blob: z.exactOptional(z.object({ digest, size: count })),
  reads: z.exactOptional(jsonObject),
  agent: z.exactOptional(z.object({ harness: text, model: text, effort: text })),
  repairs: z.exactOptional(z.array(repair)),
  note: text,
  blocked: z.exactOptional(z.object({ reason: blockedReason, task: z.exactOptional(text) })),
  transport: z.exactOptional(transport),
  files: z.exactOptional(z.array(capturedFile)),
  commit: z.exactOptional(text),
  reused: z.exactOptional(execution),
  secs: amount,
  trace_id: text,
  span_id: text,
});

const recovery: z.ZodType<Recovery> = z.object({
  kind: z.literal("recovery"),
  class: z.enum(["died_in_plan_task", "halted"]),
  iter: z.literal(0),
  detail: text,
  budget_usd: z.exactOptional(usd),
  wall_clock_ms: z.exactOptional(amount),
  missing_files: z.exactOptional(texts),
});

type EntrySchemas = {
  readonly [Kind in Entry["kind"]]: z.ZodType<Extract<Entry, { readonly kind: Kind }>>;
};

export const entrySchemas: EntrySchemas = {
  plan_admitted: planAdmitted,
  attempt_started: z.object({
    kind: z.literal("attempt_started"),
    task: text,
    attempt: count,
    isolated: z.boolean(),
    deadline_ms: amount,
  }),
  attempt_ended: attemptEnded,
  task_result: taskResult,
  fan_out: z.object({ kind: z.literal("fan_out"), task: text, keys: texts }),
  completion: z.object({
    kind: z.literal("completion"),
    task: text,
    reason: text.nullable(),
  }),
  spend: z.object({
    kind: z.literal("spend"),
    task: text,
    attempt: count,
    cost_usd: usd,
  }),
  agent_session: z.object({
    kind: z.literal("agent_session"),
    session: text,
    action: z.enum(["started", "resumed"]),
    turn: count,
  }),
  asks_emitted: z.object({
    kind: z.literal("asks_emitted"),
    task: text,
    asks: z.array(jsonValue),
  }),
  decision_wait: z.object({
    kind: z.literal("decision_wait"),
    task: text,
    request: text,
    evidence_digest: text,
    expires_at: text,
  }),
  output_refused: z.object({
    kind: z.literal("output_refused"),
    output_kind: text,
    bound: text,
    tool: text,
    detail: text,
  }),
  history_entry: z.object({
    kind: z.literal("history_entry"),
    entry: z.object({ task: text, status: status.nullable(), output: jsonValue }),
  }),
  recovery,
  heartbeat: z.object({ kind: z.literal("heartbeat") }),
  ceiling_reached: z.object({
    kind: z.literal("ceiling_reached"),
    ceiling: z.enum(["cost", "wall_clock"]),
  }),
  halt_requested: z.object({ kind: z.literal("halt_requested") }),
  halted: z.object({ kind: z.literal("halted") }),
  stop_requested: z.object({ kind: z.literal("stop_requested"), reason: text }),
  verdict: z.object({
    kind: z.literal("verdict"),
    verdict,
    reasons: texts,
    gate: z.literal("task"),
    outcome: shutdownOutcome,
  }),
  shutdown: z.object({
    kind: z.literal("shutdown"),
    outcome: shutdownOutcome,
    reason: text,
    verdict,
  }),
};
