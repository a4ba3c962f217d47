/** Walks a plan under ceilings, through ports that a host implements. */

export { BOUNDS_DEFAULT, type Bounds } from "./driver/execution/bounds.js";
export type { TurnEvent } from "./driver/execution/context.js";
export { createSchemaValidator } from "./driver/schema/in-place-validator.js";
export type {
  SchemaMismatch,
  SchemaValidator,
  SchemaVerdict,
} from "./driver/schema/validator.js";
export type { BoundInForce, LaunchReport } from "./engine/check.js";
export { createEngine, type Engine } from "./engine/engine.js";
export type { Ids } from "./engine/ids.js";
export type { LaunchRequest } from "./engine/launch-request.js";
export type { ListOptions, RunSummary } from "./engine/list-runs.js";
export type { LogOptions } from "./engine/read-log.js";
export { LaunchRefused, ResumeRefused } from "./engine/refusals.js";
export type { RerunOptions } from "./engine/rerun.js";
export {
  type RunIdentityAndOwner,
  type RunResult,
  type RunState,
  resultOf,
  type TaskOutcome,
} from "./engine/result.js";
export type { ResumeOptions } from "./engine/resume.js";
export type { Run } from "./engine/run.js";
export type { RunOptions } from "./engine/run-options.js";
export type { EngineSetup } from "./engine/setup.js";
