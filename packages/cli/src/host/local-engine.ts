/**
 * An engine on this machine for one pack: a git workspace under the pack's folder, logs in its state folder, and the
 * manifest's agent, or the stand-in that the operator names in its place (CLI-008).
 */
import { join, resolve } from "node:path";
import type { Manifest } from "@crucible/compiler";
import type { Harness, Pack } from "@crucible/core";
import { createEngine, type Engine, type RunOptions } from "@crucible/executor";
import { commandHarness } from "@crucible/harness";
import { fileStore, gitWorld, systemClock, worldSettings } from "@crucible/local";
import { Refusal } from "../failure/failure.js";
import type { LoadedPlan } from "../source/load-plan.js";
import type { Terminal } from "../terminal/terminal.js";

export interface LocalEngine {
  readonly engine: Engine;
  readonly options: RunOptions;
  /** Absolute. */
  readonly stateFolder: string;
  readonly workspaceFolder: string;
}

export interface LocalEngineOptions {
  readonly agentCmd?: string | undefined;
  readonly stateDir?: string | undefined;
}

/** The harness that takes every turn when agents are played by a command. */
const STAND_IN = "command";

/** Makes the engine; nothing exists on disk yet. */
export function localEngine(
  loaded: LoadedPlan,
  { agentCmd, stateDir }: LocalEngineOptions,
  terminal: Terminal,
): LocalEngine {
  const { pack, folder, manifest, named } = loaded;
  const command = agentCmd ?? (manifest && standInOf(manifest, named));
  const stateFolder =
    stateDir === undefined ? join(folder, "state") : resolve(terminal.cwd, stateDir);
  const standIn = {
    agent: {
      ...(manifest && agentOf(manifest)),
      ...(command === undefined ? {} : { standIn: STAND_IN }),
    },
  };
  const engine = createEngine({
    store: fileStore(stateFolder),
    world: gitWorld({ packFolder: folder, stateFolder, environment: terminal.env }),
    clock: systemClock(),
    harnesses: harnessesOf(command),
    environment: terminal.env,
  });
  return {
    engine,
    options: { pack, ...(manifest ? manifestOptions(manifest) : bareOptions(pack)), ...standIn },
    stateFolder,
    workspaceFolder: join(folder, manifest?.workspace.dir ?? "workspace"),
  };
}

function standInOf({ agent }: Manifest, named: string): string | undefined {
  if (agent.backend !== "command") return undefined;
  if (agent.agentCommand !== undefined) return agent.agentCommand;
  throw new Refusal(`${named}: [agent].backend = "command" needs agent_cmd, or pass --agent-cmd`);
}

function harnessesOf(command: string | undefined): Record<string, Harness> {
  return command === undefined ? {} : { [STAND_IN]: commandHarness({ command, name: STAND_IN }) };
}

type HostOptions = Omit<RunOptions, "pack" | "agent">;

function manifestOptions({
  edition,
  workflow,
  agent,
  secrets,
  ...manifest
}: Manifest): HostOptions {
  return {
    edition,
    workspace: worldSettings(manifest),
    variables: (workflow?.env ?? []).map(({ name, optional }) => (optional ? `${name}?` : name)),
    agentVariables: Object.fromEntries(agent.env),
    secrets: secrets.flatMap(({ env }) => (env === undefined ? [] : [env])),
  };
}

/** Without a manifest the workspace holds the files beside the plan, and agents answer with their last words. */
function bareOptions(pack: Pack): HostOptions {
  const inject = [...pack.files.keys()].map((path) => ({
    kind: "file",
    source: path,
    destination: path,
    frozen: true,
  }));
  return { workspace: { workspace: { inject } }, resultFile: false };
}

function agentOf({ agent }: Manifest): NonNullable<RunOptions["agent"]> {
  return {
    harness: agent.harness,
    ...(agent.model === undefined ? {} : { model: agent.model }),
    ...(agent.reasoningEffort === undefined ? {} : { effort: agent.reasoningEffort }),
  };
}
