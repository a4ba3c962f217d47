/** The one-machine host: packs from folders, workspaces in git, a store in files, the clock of the system. */
export { systemClock } from "./clock/system-clock.js";
export { InferenceRefused, inferenceFrom } from "./decision/from-environment.js";
export {
  DECISION_BOUNDS_DEFAULT,
  type DecisionBounds,
  type HttpDeciderSetup,
  httpDecider,
} from "./decision/http-decider.js";
export type { AgentBinding, DecisionBinding, Inference } from "./decision/inference.js";
export type { OwnerIdentity, OwnerState, OwnerSystem } from "./identity/owner.js";
export { newExecutionId, newRunId } from "./identity/run-id.js";
export {
  PACK_BOUNDS_DEFAULT,
  type PackBounds,
  PackRefused,
  readPack,
} from "./pack/read-pack.js";
export { type LocalHost, type LocalHostOptions, localHost } from "./run/local-host.js";
export { type RunLocallyOptions, runLocally } from "./run/run-locally.js";
export { type FileStoreOptions, fileStore } from "./store/file-store.js";
export { type GitWorldOptions, gitWorld } from "./world/git-world.js";
export { settingsFrom as worldSettings } from "./world/settings.js";
export { undeclaredChanges } from "./world/undeclared.js";
