/**
 * From the files that the command line names to a plan and the pack it runs with: a manifest's own workflow, or one
 * source or plan file, by itself or under a manifest. What the author got wrong is thrown as {@link Findings}; warnings
 * are printed and change nothing.
 */
import { resolve } from "node:path";
import {
  type CompileOptions,
  type Manifest,
  readManifest,
  readPlanFile,
  tryCompile,
} from "@crucible/compiler";
import type { Plan } from "@crucible/core";
import { reportDiagnostics } from "../failure/diagnostics.js";
import { Findings, UsageError } from "../failure/failure.js";
import type { Terminal } from "../terminal/terminal.js";
import { type PackOnDisk, readFolderOf } from "./read-folder.js";
import { readParams, type SuppliedOptions } from "./read-params.js";

const MANIFEST_DEFAULT = "crucible.toml";
const NAME_ANOTHER = "; --manifest names the manifest of a pack elsewhere";

export interface SourceOptions extends SuppliedOptions {
  readonly manifest?: string;
  readonly file?: string;
}

export interface LoadedPlan extends PackOnDisk {
  readonly plan: Plan;
  /** What the plan was read from, as it was written on the command line. */
  readonly named: string;
  /** `--file`, absolute; absent when the manifest's own workflow is meant. */
  readonly filePath: string | undefined;
  /** Absent when a source or plan file stands by itself; then the pack is the file's own folder. */
  readonly manifest: Manifest | undefined;
}

export async function loadPlan(options: SourceOptions, terminal: Terminal): Promise<LoadedPlan> {
  const { manifest, file } = options;
  if (file === undefined) {
    const named = manifest ?? MANIFEST_DEFAULT;
    const place = await readFolderOf(named, terminal, manifest === undefined ? NAME_ANOTHER : "");
    const plan = await compiled(place, { manifest: place.file }, options, terminal);
    return { ...place, plan, named, filePath: undefined, manifest: readManifestIn(place) };
  }
  const filePath = resolve(terminal.cwd, file);
  const beside = await readFolderOf(file, terminal);
  const plan = await planOf(file, beside, options, terminal);
  if (manifest === undefined) return { ...beside, plan, named: file, filePath, manifest };
  const place = await readFolderOf(manifest, terminal);
  return { ...place, plan, named: file, filePath, manifest: readManifestIn(place) };
}

async function planOf(
  file: string,
  place: PackOnDisk,
  options: SuppliedOptions,
  terminal: Terminal,
): Promise<Plan> {
  if (file.endsWith(".star")) {
    return await compiled(place, { source: place.file }, options, terminal);
  }
  const supplied = Object.keys(await readParams(options, terminal));
  if (supplied.length > 0) {
    throw new UsageError(
      `a plan file takes no parameters: nothing can consume ${supplied.join(", ")}`,
    );
  }
  const { folder, sourceOf } = place;
  const reading = readPlanFile(place.text, { file: place.file });
  if (!reading.ok) throw new Findings(reading.diagnostics, folder, sourceOf);
  reportDiagnostics({ diagnostics: reading.warnings, folder, sourceOf }, terminal);
  return reading.plan;
}

async function compiled(
  place: PackOnDisk,
  choice: Pick<CompileOptions, "manifest" | "source">,
  options: SuppliedOptions,
  terminal: Terminal,
): Promise<Plan> {
  const { pack, folder, sourceOf } = place;
  const params = await readParams(options, terminal);
  const result = tryCompile(pack, { ...choice, params });
  if (!result.ok) throw new Findings(result.diagnostics, folder, sourceOf);
  reportDiagnostics({ diagnostics: result.warnings, folder, sourceOf }, terminal);
  return result.plan;
}

function readManifestIn({ file, text, folder, sourceOf }: PackOnDisk): Manifest {
  const reading = readManifest(text, { file });
  if (!reading.ok) throw new Findings(reading.diagnostics, folder, sourceOf);
  return reading.manifest;
}
