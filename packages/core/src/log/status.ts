/** The closed sets of tokens that logs and inputs carry. */

/** How a task, an instance or a round ended (WIRE-015). */
export const TASK_STATUSES = [
  "pass",
  "fail",
  "transport",
  "skipped",
  "not_taken",
  "blocked",
  "truncated",
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Why a task was never dispatched. */
export type BlockedReason =
  | "required_task_failed"
  | "budget_ceiling"
  | "wall_clock_ceiling"
  | "dependency_did_not_pass"
  | "staging_refused";

/** Where a transport failure arose. */
export const TRANSPORT_CAUSES = [
  "gateway",
  "sandbox",
  "agent",
  "provider",
  "workspace",
  "command",
  "orchestrator",
  "other",
] as const;
export type TransportCause = (typeof TRANSPORT_CAUSES)[number];

/** How a run ended, independent of its verdict (WIRE-019). Playbooks use finished, budget, complete, stopped and error. */
export type ShutdownOutcome =
  | "finished"
  | "solved"
  | "budget"
  | "complete"
  | "stopped"
  | "escalated"
  | "stalled"
  | "error";

export type Verdict = "valid" | "invalid";

/** How one attempt ended (RUN-023); `indeterminate` is one whose end was never seen. */
export type AttemptOutcome = "succeeded" | "failed" | "indeterminate" | "cancelled";
