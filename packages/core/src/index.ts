/** The vocabulary of Crucible: plans, log entries, ports, diagnostics, money, durations, canonical JSON and digests. */

export * from "./diagnostics/index.js";
export {
  CanonicalJsonError,
  type CanonicalProblem,
  canonicalJson,
  canonicalProblem,
} from "./json/canonical.js";
export { digestOf, digestOfBytes, digestOfText } from "./json/digest.js";
export { isJsonObject, type JsonObject, type JsonValue, ownField } from "./json/json.js";
export {
  CAPTURE_BYTES_DEFAULT,
  type Ceilings,
  type Launch,
  WIDTH_DEFAULT,
} from "./launch/launch.js";
export type * from "./log/entry.js";
export { OUTPUT_INLINE_BYTES_MAX } from "./log/entry.js";
export type { ExecutionHeader, PackedFile } from "./log/header.js";
export {
  type AttemptOutcome,
  type BlockedReason,
  type ShutdownOutcome,
  TASK_STATUSES,
  type TaskStatus,
  TRANSPORT_CAUSES,
  type TransportCause,
  type Verdict,
} from "./log/status.js";
export { NANO_PER_USD, nanoFromUsd, USD_MAX, usdFromNano } from "./money/nano.js";
export { type Bundle, type BundleId, isSameBundle } from "./pack/bundle.js";
export { PACK_EXCLUDED_SEGMENTS, type Pack, type PackFile, packOf } from "./pack/pack.js";
export { bareTask } from "./plan/bare-task.js";
export {
  type EmitField,
  type FieldType,
  type FileDeclaration,
  RESERVED_INPUTS,
  RESERVED_OUTPUT_FIELDS,
  TYPE_TOKENS,
  type TypeToken,
} from "./plan/emits.js";
export { encodeEmits, encodeFile, encodePlan, encodeTask } from "./plan/encode.js";
export { markExternal, markIn } from "./plan/external-marks.js";
export { freezePlan, type PlanDraft } from "./plan/freeze.js";
export {
  ancestors,
  type Dependent,
  type Ordering,
  orderTasks,
  topologicalOrder,
} from "./plan/order.js";
export type { OutputField } from "./plan/output-field.js";
export {
  type BoundParam,
  type Lane,
  type LaunchSetting,
  type ParamValue,
  type Plan,
  paramsObject,
} from "./plan/plan.js";
export {
  ANY_OPTION,
  type Decider as RouteDecider,
  isAnswered,
  type LabelOption,
  labelsOf,
  type Question,
  UNCERTAIN,
} from "./plan/route.js";
export * from "./plan/task.js";
export { waitingLoops } from "./plan/waiting-loops.js";
export type * from "./ports/clock.js";
export type * from "./ports/decider.js";
export type * from "./ports/desk.js";
export type * from "./ports/harness.js";
export type * from "./ports/publisher.js";
export * from "./ports/store.js";
export * from "./ports/world.js";
export { type DurationReading, formatDuration, readDuration } from "./time/duration.js";
