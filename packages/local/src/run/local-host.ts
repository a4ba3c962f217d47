/**
 * Everything a run on this machine needs, put together for one pack: a git workspace in the pack's folder, logs and blobs
 * in its state folder, the system's clock, and who plays the agents.
 */
import { join, resolve } from "node:path";
import type { Manifest } from "@crucible/compiler";
import type { Harness, Pack } from "@crucible/core";
import { createEngine, type Engine, type EngineSetup, type RunOptions } from "@crucible/executor";
import { commandHarness } from "@crucible/harness";
import { systemClock } from "../clock/system-clock.js";
import { deciderOf, InferenceRefused, inferenceFrom } from "../decision/from-environment.js";
import type { Inference } from "../decision/inference.js";
import { newExecutionId, newRunId } from "../identity/run-id.js";
import { sweep } from "../process/sweep.js";
import { fileStore } from "../store/file-store.js";
import { gitWorld } from "../world/git-world.js";
import { markerOfWorkspace } from "../world/places.js";
import { settingsFrom } from "../world/settings.js";
import { agentsFor } from "./agents.js";

/** Ports and hooks that a host may add or replace. */
type EngineAdditions = Pick<
  EngineSetup,
  "harnesses" | "decider" | "desk" | "publisher" | "validator" | "bounds" | "observe"
>;

export interface LocalHostOptions extends EngineAdditions {
  /** The pack's folder. */
  readonly packFolder: string;
  /** The pack's manifest, if it has one. */
  readonly manifest?: Manifest | undefined;
  /** `<packFolder>/state` unless given. */
  readonly stateFolder?: string | undefined;
  /** A command that takes every agent turn; the manifest's own when its backend is a command. */
  readonly agentCommand?: string | undefined;
  /** The host's variables; this process's own unless given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The operator vouches that owners in other namespaces or on other hosts are gone. */
  readonly takeOverUnknown?: boolean;
}

export interface LocalHost {
  readonly engine: Engine;
  /** Absolute. */
  readonly stateFolder: string;
  /** Absolute; a run makes it anew. */
  readonly workspaceFolder: string;
  /**
   * Ends every process of attempts in the workspace at once, and writes nothing: for a host that is about to end before
   * its runs do.
   */
  endProcesses(): Promise<void>;
  /** What the manifest says about a run, for `engine.start`. */
  runOptions(pack: Pack): RunOptions;
}

/** Name of the harness that plays every agent by a command. */
const STAND_IN = "command";

/**
 * Puts a host together; nothing exists on disk yet. A decision model is what CRUCIBLE_INFERENCE binds, unless one is given.
 * Throws {@link InferenceRefused}.
 */
export function localHost(options: LocalHostOptions): LocalHost {
  const packFolder = resolve(options.packFolder);
  const stateFolder = resolve(options.stateFolder ?? join(packFolder, "state"));
  const { manifest, environment = process.env, takeOverUnknown = false } = options;
  const command = options.agentCommand ?? standInOf(manifest);
  const clock = systemClock();
  const inference = inferenceOf(options, environment);
  const decider = deciderOf(inference, environment, clock);
  const keyVariable = inference.decision?.keyVariable;
  const workspaceFolder = join(packFolder, manifest?.workspace.dir ?? "workspace");
  const engine = createEngine({
    ...(decider === undefined ? {} : { decider }),
    ...additionsOf(options),
    store: fileStore(stateFolder, { takeOverUnknown }),
    world: gitWorld({
      packFolder,
      stateFolder,
      environment,
      takeOverUnknown,
      secrets: secretValues(manifest, keyVariable, environment),
    }),
    clock,
    harnesses: {
      ...agentsFor(manifest, environment),
      ...options.harnesses,
      ...standIns(command),
    },
    ids: {
      run: () => newRunId(clock.wallMs()),
      execution: () => newExecutionId(clock.wallMs()),
    },
    environment,
  });
  return {
    engine,
    stateFolder,
    workspaceFolder,
    endProcesses: async () => {
      await sweep({ marker: markerOfWorkspace(workspaceFolder) });
    },
    runOptions: (pack) =>
      withSecret(runOptionsOf(pack, manifest, command !== undefined), keyVariable),
  };
}

/** Models that are bound by variable; a decision model that is given makes the variable moot. */
function inferenceOf(
  { decider, manifest }: LocalHostOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Inference {
  if (decider !== undefined) return {};
  const inference = inferenceFrom(environment);
  if (inference.agent !== undefined && manifest?.agent.backend === "local") {
    const message =
      "a binding of role agent is not supported yet: agents of this machine keep their own settings";
    throw new InferenceRefused([{ code: "unsupported", severity: "error", message, notes: [] }]);
  }
  return inference;
}

function additionsOf(options: LocalHostOptions): EngineAdditions {
  const { decider, desk, publisher, validator, bounds, observe } = options;
  return {
    ...(decider === undefined ? {} : { decider }),
    ...(desk === undefined ? {} : { desk }),
    ...(publisher === undefined ? {} : { publisher }),
    ...(validator === undefined ? {} : { validator }),
    ...(bounds === undefined ? {} : { bounds }),
    ...(observe === undefined ? {} : { observe }),
  };
}

function standInOf(manifest: Manifest | undefined): string | undefined {
  return manifest?.agent.backend === "command" ? manifest.agent.agentCommand : undefined;
}

function standIns(command: string | undefined): Record<string, Harness> {
  return command === undefined ? {} : { [STAND_IN]: commandHarness({ command, name: STAND_IN }) };
}

/**
 * What must not stay in what is kept: the agent's variables, the workflow's, the named secrets, and the decision model's
 * credential.
 */
function secretValues(
  manifest: Manifest | undefined,
  keyVariable: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const names = [
    keyVariable,
    ...(manifest?.workflow?.env ?? []).map(({ name }) => name),
    ...(manifest?.secrets ?? []).map(({ env }) => env),
  ];
  const host = new Map(Object.entries(environment));
  const own = manifest?.agent.env.values() ?? [];
  return [...own, ...names.flatMap((name) => host.get(name ?? "") ?? [])];
}

/** The options with one more variable whose value is masked. */
function withSecret(options: RunOptions, name: string | undefined): RunOptions {
  return name === undefined ? options : { ...options, secrets: [...(options.secrets ?? []), name] };
}

function runOptionsOf(pack: Pack, manifest: Manifest | undefined, standIn: boolean): RunOptions {
  const played = standIn ? { standIn: STAND_IN } : {};
  if (manifest === undefined) {
    return { ...filesBesidePlan(pack), resultFile: false, pack, agent: played };
  }
  const { agent, edition, secrets, workflow } = manifest;
  return {
    pack,
    edition,
    workspace: settingsFrom(manifest),
    variables: (workflow?.env ?? []).map(({ name, optional }) => (optional ? `${name}?` : name)),
    agentVariables: Object.fromEntries(agent.env),
    agentSecrets: secrets.flatMap(({ env }) => (env === undefined ? [] : [env])),
    agent: {
      harness: agent.harness,
      ...(agent.model === undefined ? {} : { model: agent.model }),
      ...(agent.reasoningEffort === undefined ? {} : { effort: agent.reasoningEffort }),
      ...played,
    },
  };
}

/** A plan by itself works on the files that lie beside it. */
function filesBesidePlan(pack: Pack): Pick<RunOptions, "workspace"> {
  const inject = [...pack.files.keys()].map((path) => ({
    kind: "file",
    source: path,
    destination: path,
    frozen: true,
  }));
  return { workspace: { workspace: { inject } } };
}
