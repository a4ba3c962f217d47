/** Histories written by hand, a line an entry. */
import type { Entry, Launch, Plan, TaskResult } from "@crucible/core";
import { agent, command, type History, planOf } from "@crucible/testing";

const LAUNCH: Launch = {
  ceilings: { costNano: 1_000_000_000, wallMs: 60_000 },
  width: 2,
  capabilities: ["isolation.worktree"],
  captureBytesMax: 1_000,
};

export function history(plan: Plan, log: readonly Entry[], launch: Partial<Launch> = {}): History {
  return { plan, launch: { ...LAUNCH, ...launch }, log: [admitted(), ...log] };
}

export function admitted(): Entry {
  return {
    kind: "plan_admitted",
    plan_version: 1,
    digest: "sha256:d",
    reason: "",
    budget_usd: 1,
    wall_clock_ms: 60_000,
    width: 2,
    capabilities: [],
    base: "b",
    tasks: [],
    history_record: "",
  };
}

export function start(task: string, attempt = 1, isolated = false): Entry {
  return { kind: "attempt_started", task, attempt, isolated, deadline_ms: 60_000 };
}

export function end(task: string, cause = "exited", costUsd = 0, attempt = 1): Entry {
  const outcome = cause === "lost" ? "indeterminate" : cause === "halt" ? "cancelled" : "succeeded";
  return { kind: "attempt_ended", task, attempt, outcome, cost_usd: costUsd, cause };
}

export function row(
  task: string,
  status: TaskResult["status"],
  more: Partial<TaskResult> = {},
): Entry {
  return {
    kind: "task_result",
    task,
    status,
    plan_version: 1,
    task_kind: "command",
    iter: 0,
    digest: "",
    job: "",
    attempts: 1,
    cost_usd: 0,
    score: null,
    note: status === "pass" ? "" : "a note",
    secs: 0,
    trace_id: "",
    span_id: "",
    ...more,
  };
}

/** A started, ended and settled attempt. */
export function done(task: string, status: TaskResult["status"] = "pass"): readonly Entry[] {
  return [start(task), end(task), row(task, status)];
}

export function blocked(
  task: string,
  reason: NonNullable<TaskResult["blocked"]>["reason"],
  by?: string,
): Entry {
  return row(task, "blocked", {
    attempts: 0,
    blocked: by === undefined ? { reason } : { reason, task: by },
  });
}

export const VALID: readonly Entry[] = [
  { kind: "verdict", verdict: "valid", reasons: [], gate: "task", outcome: "finished" },
  { kind: "shutdown", outcome: "finished", reason: "completed", verdict: "valid" },
];

export const INVALID: readonly Entry[] = [
  { kind: "verdict", verdict: "invalid", reasons: ["why"], gate: "task", outcome: "error" },
  { kind: "shutdown", outcome: "error", reason: "why", verdict: "invalid" },
];

export const COST: Entry = { kind: "ceiling_reached", ceiling: "cost" };
export const WALL: Entry = { kind: "ceiling_reached", ceiling: "wall_clock" };

/** `a`, then `b` that needs it. */
export const CHAIN = planOf([command("a"), command("b", { dependsOn: ["a"] })]);
/** Two that need nothing. */
export const PAIR = planOf([command("a"), command("b")]);
export const AGENTS = planOf([agent("a"), agent("b")]);
/** A source and a task over its list. */
export const MAPPED = planOf([
  command("s"),
  command("m", {
    dependsOn: ["s"],
    over: { task: "s", field: "items" },
    maxFanout: 4,
    required: false,
  }),
]);
/** A draft and its review, three rounds at the most, and a task beside them. */
export const LOOP = planOf([
  command("d", { required: false }),
  command("r", { dependsOn: ["d"], required: false, revise: { targets: ["d"], maxRounds: 3 } }),
  command("x", { required: false }),
]);
export const EPILOGUE = planOf([command("a"), command("e", { stage: "epilogue" })]);
