/** Compiles a pack's workflow into a frozen, digested plan, or into diagnostics. */
export { type CompileOptions, type CompileResult, compile, tryCompile } from "./compile.js";
export {
  type ArgumentSignature,
  type FunctionSignature,
  functionSignatures,
} from "./constructors/signatures.js";
export { CompileError } from "./diagnostics/error-at.js";
export type { DocumentNode, LocatedDocument } from "./document/node.js";
export { type DocumentReading, readJson as readLocatedJson } from "./document/read-json.js";
export { TableReader } from "./document/table-reader.js";
export { type CompileLimits, DEFAULT_COMPILE_LIMITS } from "./limits/limits.js";
export * from "./manifest/manifest.js";
export { type ManifestReading, readManifest } from "./manifest/read-manifest.js";
export { type FileContent, memoryPack } from "./pack/memory-pack.js";
export type { ParamInput } from "./params/bind.js";
export { type ParamsFileReading, readParamsFile } from "./params/read-params-file.js";
export { type ParamsSchemaReading, paramsSchema } from "./params/schema.js";
export { type PlanFilePrinting, printPlanFile, printWorkflow } from "./planfile/print-plan-file.js";
export {
  type PlanFileFormat,
  type PlanFileOptions,
  type PlanFileReading,
  readPlanFile,
} from "./planfile/read-plan-file.js";
