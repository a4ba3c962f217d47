/** From a folder to a run: read the pack, compile its workflow, start it on this machine. */
import {
  CompileError,
  compile,
  type Manifest,
  type ParamInput,
  readManifest,
} from "@crucible/compiler";
import type { Bundle, Pack } from "@crucible/core";
import type { LaunchRequest, Run } from "@crucible/executor";
import { readPack } from "../pack/read-pack.js";
import { type LocalHostOptions, localHost } from "./local-host.js";

export interface RunLocallyOptions extends Omit<LocalHostOptions, "packFolder" | "manifest"> {
  /** Ceilings, width and capabilities; a playbook needs both ceilings. */
  readonly launch: LaunchRequest;
  /** The manifest's path in the pack; `crucible.toml` unless given. */
  readonly manifest?: string;
  /** The bundle that the folder holds, if it is one. */
  readonly bundle?: Bundle;
  /** Parameter values by name. */
  readonly params?: Readonly<Record<string, ParamInput>>;
  /** Launch settings by address, such as `draft.model`. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Runs the playbook in a folder; resolves once the run exists. Rejects with `PackRefused`, `CompileError` or
 * `LaunchRefused`, and then nothing exists and nothing was spent.
 */
export async function runLocally(folder: string, options: RunLocallyOptions): Promise<Run> {
  const {
    launch,
    manifest: file = "crucible.toml",
    params,
    settings,
    bundle,
    ...hosting
  } = options;
  const pack = await readPack(folder);
  const plan = compile(pack, { manifest: file, params, settings });
  const manifest = manifestIn(pack, file);
  const { engine, runOptions } = localHost({ ...hosting, packFolder: folder, manifest });
  const described = bundle ? { bundle } : {};
  return await engine.start(plan, launch, { ...runOptions(pack), ...described });
}

function manifestIn(pack: Pack, file: string): Manifest {
  const text = new TextDecoder().decode(pack.files.get(file)?.bytes);
  const reading = readManifest(text, { file });
  if (!reading.ok) throw new CompileError(reading.diagnostics);
  return reading.manifest;
}
