/** The one-machine host for a run of the past: its folders, its manifest and its stand-in as the launch recorded them. */
import { type Manifest, readManifest } from "@crucible/compiler";
import type { ExecutionHeader, Store } from "@crucible/core";
import { type LocalHost, localHost } from "@crucible/local";
import { damaged, Refusal } from "../failure/failure.js";
import { turnsShown } from "../follow/turn-lines.js";
import { manifestPathOf, type RecordedLaunch, recordedLaunch } from "../records/launched.js";
import { readBlob } from "../records/read-blob.js";
import type { RecordedRun } from "../records/recorded-run.js";
import type { Terminal } from "../terminal/terminal.js";

export interface RecordedHost extends LocalHost, RecordedLaunch {}

export async function recordedHost(
  store: Store,
  stateFolder: string,
  run: RecordedRun,
  terminal: Terminal,
  options: { readonly takeOver?: boolean; readonly json?: true | undefined } = {},
): Promise<RecordedHost> {
  const launch = recordedLaunch(run, stateFolder);
  const host = localHost({
    packFolder: launch.packFolder,
    manifest: await recordedManifest(launch.header, store),
    stateFolder,
    agentCommand: launch.launched.agentCmd,
    environment: terminal.env,
    takeOverUnknown: options.takeOver ?? false,
    ...turnsShown(options, terminal),
  });
  return { ...host, ...launch };
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
    throw damaged(`${path} of the pack of ${header.run} is not in the store any more`);
  }
  const reading = readManifest(text, { file: path });
  if (reading.ok) return reading.manifest;
  const why = reading.diagnostics.map(({ message }) => message).join("; ");
  throw new Refusal(`the manifest of ${header.run} cannot be read any more: ${why}`);
}
