/**
 * What this command remembers of a launch beside what the engine records: where the pack lies, seen from the state folder
 * (so that both may move together), which file the plan came from, and who plays the agents. It travels in the header,
 * in the settings of the workspace, which the engine hands on unread.
 */
import { resolve } from "node:path";
import { type ExecutionHeader, isJsonObject, type JsonObject, ownField } from "@crucible/core";
import { damaged } from "../failure/failure.js";
import type { RecordedRun } from "./recorded-run.js";

export interface Launched {
  /** The pack's folder, relative to the state folder. */
  readonly pack: string;
  /** `--file`, relative to the pack's folder; absent when the manifest's own workflow runs. */
  readonly file?: string;
  readonly agentCmd?: string;
  readonly harness?: string;
  readonly model?: string;
}

const KEY = "launched";
/** As a state folder lies when nobody says otherwise. */
const DEFAULT: Launched = { pack: ".." };

/** The settings of the workspace with the launch in them. */
export function withLaunched(workspace: JsonObject | undefined, launched: Launched): JsonObject {
  return { ...workspace, [KEY]: { ...launched } };
}

/** What a header says; runs that another host started say nothing. */
export function launchedIn(workspace: JsonObject): Launched {
  const value = ownField(workspace, KEY);
  if (!isJsonObject(value)) return DEFAULT;
  const text = (name: keyof Launched): string | undefined => {
    const found = ownField(value, name);
    return typeof found === "string" ? found : undefined;
  };
  const launched: { -readonly [Name in keyof Launched]: Launched[Name] } = {
    pack: text("pack") ?? DEFAULT.pack,
  };
  for (const name of ["file", "agentCmd", "harness", "model"] as const) {
    const found = text(name);
    if (found !== undefined) launched[name] = found;
  }
  return launched;
}

/** Absolute. */
export function packFolderOf(stateFolder: string, launched: Launched): string {
  return resolve(stateFolder, launched.pack);
}

/** The manifest that governs the run, as a path in the pack. */
export function manifestPathOf(header: ExecutionHeader): string | undefined {
  const path = ownField(header.settings, "manifest");
  return typeof path === "string" ? path : undefined;
}

export interface RecordedLaunch {
  readonly header: ExecutionHeader;
  readonly launched: Launched;
  /** Absolute. */
  readonly packFolder: string;
}

/** The launch of a run that is about to go on. Throws `Refusal` when its header or its log cannot be read. */
export function recordedLaunch(
  { run, latest: { header, damage } }: RecordedRun,
  stateFolder: string,
): RecordedLaunch {
  if (damage !== undefined || header === undefined) {
    throw damaged(damage ?? `${run} has no header`);
  }
  const launched = launchedIn(header.workspace);
  return { header, launched, packFolder: packFolderOf(stateFolder, launched) };
}
