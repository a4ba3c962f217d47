/** The one-machine host for a run of the past: its folders, its manifest and its stand-in as the launch recorded them. */
import { resolve } from "node:path";
import { type Manifest, readManifest } from "@crucible/compiler";
import { type ExecutionHeader, ownField, type Store } from "@crucible/core";
import { type LocalHost, localHost } from "@crucible/local";
import { Refusal } from "../failure/failure.js";
import { turnsShown } from "../follow/turn-lines.js";
import { type Launched, launchedIn } from "../records/launched.js";
import { readBlob } from "../records/read-blob.js";
import type { RecordedRun } from "../records/recorded-run.js";
import type { Terminal } from "../terminal/terminal.js";

export interface RecordedHost extends LocalHost {
  readonly header: ExecutionHeader;
  readonly launched: Launched;
  /** Absolute. */
  readonly packFolder: string;
}

export async function recordedHost(
  store: Store,
  stateFolder: string,
  run: RecordedRun,
  terminal: Terminal,
  options: { readonly takeOver?: boolean; readonly json?: true | undefined } = {},
): Promise<RecordedHost> {
  const { header, damage } = run.latest;
  if (header === undefined) throw new Refusal(damage ?? `${run.run} has no header`);
  const launched = launchedIn(header.workspace);
  const packFolder = packFolderOf(stateFolder, launched);
  const host = localHost({
    packFolder,
    manifest: await recordedManifest(header, store),
    stateFolder,
    agentCommand: launched.agentCmd,
    environment: terminal.env,
    takeOverUnknown: options.takeOver ?? false,
    ...turnsShown(options, terminal),
  });
  return { ...host, header, launched, packFolder };
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

async function recordedManifest(
  header: ExecutionHeader,
  store: Store,
): Promise<Manifest | undefined> {
  const path = manifestPathOf(header);
  if (path === undefined) return undefined;
  const digest = header.pack.find((file) => file.path === path)?.digest;
  const text = digest === undefined ? undefined : await readBlob(store, digest);
  if (text === undefined) {
    throw new Refusal(`${path} of the pack of ${header.run} is not in the store any more`);
  }
  const reading = readManifest(text, { file: path });
  if (reading.ok) return reading.manifest;
  const why = reading.diagnostics.map(({ message }) => message).join("; ");
  throw new Refusal(`the manifest of ${header.run} cannot be read any more: ${why}`);
}
