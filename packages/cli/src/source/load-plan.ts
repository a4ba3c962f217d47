/**
 * From the file that the command line names to a plan: the file's folder is read as a pack, and the pack is compiled.
 * What the author got wrong is thrown as {@link Findings}; warnings are printed and change nothing.
 */
import { basename, dirname, resolve } from "node:path";
import { type Manifest, readManifest, tryCompile } from "@crucible/compiler";
import { invariant, type Pack, type Plan, type SourceLookup } from "@crucible/core";
import { PackRefused, readPack } from "@crucible/local";
import { reportDiagnostics } from "../failure/diagnostics.js";
import { Findings, Refusal, UsageError } from "../failure/failure.js";
import type { ParamOptions } from "../options/options.js";
import type { Terminal } from "../terminal/terminal.js";
import { readParams } from "./read-params.js";

export const MANIFEST_DEFAULT = "crucible.toml";

/** Which plan: a manifest's own workflow, or one source by itself. */
export interface SourceOptions extends ParamOptions {
  readonly manifest?: string;
  readonly file?: string;
}

export interface LoadedPlan {
  readonly plan: Plan;
  readonly pack: Pack;
  /** The pack's folder, absolute. */
  readonly folder: string;
  /** The manifest or source that was named, as it was written. */
  readonly named: string;
  /** Absent for a source by itself. */
  readonly manifest: Manifest | undefined;
}

export async function loadPlan(options: SourceOptions, terminal: Terminal): Promise<LoadedPlan> {
  if (options.manifest !== undefined && options.file !== undefined) {
    throw new UsageError("--file and --manifest name two plans; give one of them");
  }
  const named = options.file ?? options.manifest ?? MANIFEST_DEFAULT;
  if (options.file !== undefined && !named.endsWith(".star")) {
    throw new Refusal(`${named}: plan files are not supported yet; name a workflow source (.star)`);
  }
  const folder = resolve(terminal.cwd, dirname(named));
  const file = basename(named);
  const params = await readParams(options, terminal);
  const pack = await packOf(folder, file, named);
  const choice = options.file === undefined ? { manifest: file } : { source: file };
  const result = tryCompile(pack, { ...choice, params });
  const sourceOf = sourceIn(pack);
  if (!result.ok) throw new Findings(result.diagnostics, folder, sourceOf);
  reportDiagnostics({ diagnostics: result.warnings, folder, sourceOf }, terminal);
  const manifest = options.file === undefined ? readManifestOf(pack, file) : undefined;
  return { plan: result.plan, pack, folder, named, manifest };
}

async function packOf(folder: string, file: string, named: string): Promise<Pack> {
  const pack = await readPack(folder).catch((error: unknown) => {
    throw error instanceof PackRefused ? new Refusal(error.message) : error;
  });
  if (!pack.files.has(file)) throw new Refusal(`cannot read ${named}: there is no such file`);
  return pack;
}

/** Compilation has read the same manifest before, so it is sound. */
function readManifestOf(pack: Pack, file: string): Manifest {
  const reading = readManifest(sourceIn(pack)(file) ?? "", { file });
  invariant(reading.ok, `the manifest ${file} was sound when it was compiled`);
  return reading.manifest;
}

/** The texts of a pack's files. */
function sourceIn(pack: Pack): SourceLookup {
  return (path) => {
    const file = pack.files.get(path);
    return file && new TextDecoder().decode(file.bytes);
  };
}
