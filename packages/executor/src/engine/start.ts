/**
 * Starts a run. Refusals come before anything exists: the header is written, the workspace is claimed with it, and only a
 * workspace that opens keeps them (RUN-062).
 */
import {
  type Claim,
  ClaimRefused,
  type ExecutionHeader,
  encodePlan,
  type Launch,
  type Pack,
  type PackedFile,
  type Plan,
  type Store,
  type Workspace,
  WorldRefused,
} from "@crucible/core";
import { encodeSettings, type RunSettings } from "../driver/execution/settings.js";
import { streamOf } from "../driver/inputs/rows.js";
import { timestampOf } from "../driver/time/engine-time.js";
import { ENGINE_VERSION } from "../version.js";
import { checkLaunch } from "./check.js";
import type { LaunchRequest } from "./launch-request.js";
import { openExecution } from "./open-execution.js";
import { keepAgentVariables } from "./recorded-run.js";
import { LaunchRefused, problem } from "./refusals.js";
import type { Run } from "./run.js";
import { type RunOptions, settingsOf } from "./run-options.js";
import type { EngineParts } from "./setup.js";

/** Rejects with {@link LaunchRefused}; then nothing exists. Resolves once the run's first lines are durable. */
export async function startRun(
  parts: EngineParts,
  plan: Plan,
  request: LaunchRequest,
  options: RunOptions,
): Promise<Run> {
  const run = parts.ids.run();
  const settings = settingsOf(options, run);
  const report = await checkLaunch(parts, plan, request, settings);
  if (report.problems.length > 0 || report.launch === undefined) {
    throw new LaunchRefused(report.problems);
  }
  const header = await headerOf(parts, { run, plan, launch: report.launch, settings, options });
  const claim = await claimed(parts.store, header);
  const agentVariables = new Map(Object.entries(options.agentVariables ?? {}));
  await keepAgentVariables(claim, agentVariables);
  const workspace = await opened(parts, header, options.pack, claim);
  const { execution, run: started } = openExecution({
    parts,
    header,
    plan,
    launch: header.launch,
    settings,
    agentVariables,
    claim,
    workspace,
    log: [],
  });
  await execution.begin({ kind: "started", base: workspace.base, reused: [] });
  return started;
}

interface HeaderParts {
  readonly run: string;
  readonly plan: Plan;
  readonly launch: Launch;
  readonly settings: RunSettings;
  readonly options: RunOptions;
}

async function headerOf(
  parts: EngineParts,
  { run, plan, launch, settings, options }: HeaderParts,
): Promise<ExecutionHeader> {
  const { pack } = options;
  return {
    v: 1,
    run,
    execution: parts.ids.execution(),
    started_at: timestampOf(parts.clock),
    plan_digest: plan.digest,
    plan: encodePlan(plan),
    launch,
    pack_digest: pack.digest,
    pack: await keptPack(parts.store, pack),
    engine: ENGINE_VERSION,
    settings: encodeSettings(settings),
    workspace: options.workspace ?? {},
  };
}

async function keptPack(store: Store, pack: Pack): Promise<readonly PackedFile[]> {
  const kept: PackedFile[] = [];
  for (const { path, bytes, executable } of pack.files.values()) {
    const { digest } = await store.blobs.put(streamOf(bytes), bytes.length);
    kept.push({ path, digest, executable });
  }
  return kept;
}

async function claimed(store: Store, header: ExecutionHeader): Promise<Claim> {
  try {
    return await store.create(header);
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error;
    throw new LaunchRefused([problem("claimed", error.message)]);
  }
}

async function opened(
  parts: EngineParts,
  header: ExecutionHeader,
  pack: Pack,
  claim: Claim,
): Promise<Workspace> {
  const { run, execution, workspace: settings } = header;
  try {
    return await parts.world.open({ run, execution, pack, settings });
  } catch (error) {
    await claim.discard();
    if (!(error instanceof WorldRefused)) throw error;
    throw new LaunchRefused([problem("workspace", error.message)]);
  }
}
