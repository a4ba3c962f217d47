/** The machine: a pure, deterministic fold over log entries with the rules that say which entries follow from a fact. */
export { waitingLoops } from "@crucible/core";
export { createMachine } from "./create-machine.js";
export type { Effect } from "./effect.js";
export type { AttemptEnd, AttemptEndedFact, Fact, ResultReading, RouteAnswer } from "./fact.js";
export { workflowCapabilities } from "./graph/workflow-capabilities.js";
export { judge } from "./judge/judge.js";
export type { Judgement } from "./judge/judgement.js";
export type {
  InputEntry,
  InputPlan,
  Machine,
  OutputSource,
  SettledEntry,
  StagedRow,
} from "./machine.js";
export { planRerun, type RerunPlan, type RerunRequest } from "./rerun/plan-rerun.js";
export { reusedTasks } from "./rerun/reused-tasks.js";
export { TRANSPORT_RETRIES } from "./rules/attempt.js";
export {
  RUN_EDGES,
  RUN_PHASES,
  type RunEdge,
  type RunPhase,
  TASK_EDGES,
  TASK_STATES,
  type TaskEdge,
  type TaskState,
} from "./state/lifecycle.js";
