import type { Plan } from "@crucible/core";
import { type CompileOptions, type FileContent, memoryPack, tryCompile } from "../../src/index.js";
import { lines } from "./diagnostics.js";

type Files = Readonly<Record<string, FileContent>>;

/** A pack of a workflow source, and of what else it reads. */
export function packOf(source: string, files: Files = {}): ReturnType<typeof memoryPack> {
  return memoryPack({ "workflow.star": source, ...files });
}

/** The plan of a source that compiles. */
export function planOf(source: string, options: CompileOptions = {}, files: Files = {}): Plan {
  const result = tryCompile(packOf(source, files), options);
  if (!result.ok) throw new Error(lines(result.diagnostics).join("\n"));
  return result.plan;
}

/** The findings of a source that does not compile, as `file:line:col: message`. */
export function errorsOf(
  source: string,
  options: CompileOptions = {},
  files: Files = {},
): string[] {
  const result = tryCompile(packOf(source, files), options);
  return result.ok ? [] : lines(result.diagnostics);
}
