/** The one-machine host for a loaded plan: the manifest's agent, or the stand-in that the operator names (CLI-008). */
import { relative } from "node:path";
import { HARNESSES, type Manifest } from "@crucible/compiler";
import { didYouMean } from "@crucible/core";
import type { RunOptions } from "@crucible/executor";
import { type LocalHost, localHost } from "@crucible/local";
import { Refusal, UsageError } from "../failure/failure.js";
import { turnsShown } from "../follow/turn-lines.js";
import type { AgentOptions, OwnerOptions } from "../options/options.js";
import { type Launched, withLaunched } from "../records/launched.js";
import { stateFolderOf } from "../records/state-folder.js";
import type { LoadedPlan } from "../source/load-plan.js";
import type { Terminal } from "../terminal/terminal.js";

export { decisionModelOf } from "./decision-model.js";

export interface HostOptions extends AgentOptions, OwnerOptions {
  readonly stateDir?: string | undefined;
  /** Whether a program reads the output. */
  readonly json?: true | undefined;
}

export interface PackHost extends LocalHost {
  /** What the launch records beside the plan. */
  readonly launchOptions: RunOptions;
}

/** Puts the host together; nothing exists on disk yet. */
export function packHost(loaded: LoadedPlan, options: HostOptions, terminal: Terminal): PackHost {
  const { folder, manifest, named, pack } = loaded;
  const { agentCmd, stateDir, takeOver = false } = options;
  const agent = manifest?.agent;
  if (agent?.backend === "command" && (agentCmd ?? agent.agentCommand) === undefined) {
    throw new Refusal(`${named}: [agent].backend = "command" needs agent_cmd, or pass --agent-cmd`);
  }
  const host = localHost({
    packFolder: folder,
    manifest,
    ...(stateDir === undefined ? {} : { stateFolder: stateFolderOf({ stateDir }, terminal) }),
    agentCommand: agentCmd,
    environment: terminal.env,
    takeOverUnknown: takeOver,
    ...turnsShown(options, terminal),
  });
  const launched = launchedOf(loaded, host.stateFolder, options);
  return { ...host, launchOptions: runOptions(host.runOptions(pack), manifest, launched) };
}

/** Throws {@link UsageError} for a harness that nobody has heard of. */
function launchedOf(
  { folder, filePath }: LoadedPlan,
  stateFolder: string,
  { agentCmd, harness, model }: HostOptions,
): Launched {
  return {
    pack: relative(stateFolder, folder) || ".",
    ...(filePath === undefined ? {} : { file: relative(folder, filePath) }),
    ...(agentCmd === undefined ? {} : { agentCmd }),
    ...(harness === undefined ? {} : { harness: harnessNamed(harness) }),
    ...(model === undefined ? {} : { model }),
  };
}

function harnessNamed(text: string): string {
  const found = HARNESSES.find((name) => name === text.toLowerCase());
  if (found !== undefined) return found;
  const known = `is none of ${HARNESSES.join(", ")}${didYouMean(text, HARNESSES)}`;
  throw new UsageError(`--harness ${JSON.stringify(text)} ${known}`);
}

/** `--harness` and `--model` stand in for the manifest's values; what a task pins stays (CLI-010). */
function runOptions(
  options: RunOptions,
  manifest: Manifest | undefined,
  launched: Launched,
): RunOptions {
  const { harness, model } = launched;
  return {
    ...options,
    ...(manifest === undefined ? {} : { manifest: manifest.file }),
    workspace: withLaunched(options.workspace, launched),
    agent: {
      ...options.agent,
      ...(harness === undefined ? {} : { harness }),
      ...(model === undefined ? {} : { model }),
    },
  };
}
