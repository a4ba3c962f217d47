/**
 * Brings a new execution into being: header and claim, workspace, first lines. A workspace that does not open takes the
 * header back, so that a refused launch leaves nothing (RUN-062).
 */
import {
  type Bundle,
  type Claim,
  ClaimRefused,
  type ExecutionHeader,
  type ExecutionId,
  encodePlan,
  type JsonObject,
  type Launch,
  type Pack,
  type PackedFile,
  type Plan,
  type Store,
  type Workspace,
  type WorkspaceStart,
  WorldRefused,
} from "@crucible/core";
import { encodeSettings, type RunSettings } from "../driver/execution/settings.js";
import { streamOf } from "../driver/ports/bytes.js";
import { timestampOf } from "../driver/time/engine-time.js";
import type { Fact } from "../machine/fact.js";
import { ENGINE_VERSION } from "../version.js";
import { beforeFirstLine, openExecution } from "./open-execution.js";
import { keepAgentVariables } from "./recorded-run.js";
import { LaunchRefused, problem } from "./refusals.js";
import type { Run } from "./run.js";
import type { EngineParts } from "./setup.js";

export interface NewExecution {
  readonly run: string;
  readonly plan: Plan;
  readonly launch: Launch;
  readonly settings: RunSettings;
  readonly pack: Pack;
  readonly bundle: Bundle | undefined;
  readonly workspace: JsonObject;
  readonly agentVariables: ReadonlyMap<string, string>;
  /** What it takes over from a finished execution. */
  readonly parent?: Inheritance;
}

export interface Inheritance {
  readonly id: ExecutionId;
  readonly reused: Extract<Fact, { kind: "started" }>["reused"];
  readonly base: string;
  readonly commits: readonly string[];
  /** Private records that go on in the new execution. */
  readonly privates: ReadonlyMap<string, string>;
}

/** Rejects with {@link LaunchRefused}; then nothing exists. Resolves once the execution's first lines are durable. */
export async function launchExecution(parts: EngineParts, launched: NewExecution): Promise<Run> {
  const { plan, launch, settings, agentVariables, parent } = launched;
  const header = await headerOf(parts, launched);
  const claim = await claimed(parts.store, header);
  const reused = parent?.reused ?? [];
  const { execution, run, base } = await orDiscarded(claim, async () => {
    const workspace = await opened(parts, header, launched);
    return beforeFirstLine(workspace, async () => {
      await keepAgentVariables(claim, agentVariables);
      for (const [key, value] of parent?.privates ?? []) await claim.putPrivate(key, value);
      const opening = { parts, header, plan, launch, settings, agentVariables, claim, workspace };
      return { ...openExecution({ ...opening, log: [], reused }), base: workspace.base };
    });
  });
  await execution.begin({ kind: "started", base, reused });
  return run;
}

/** Takes the header back when what has to come before the first line fails. */
async function orDiscarded<T>(claim: Claim, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await claim.discard();
    throw error;
  }
}

async function headerOf(parts: EngineParts, launched: NewExecution): Promise<ExecutionHeader> {
  const { run, plan, launch, settings, pack, bundle, workspace, parent } = launched;
  return {
    v: 1,
    run,
    execution: parts.ids.execution(),
    started_at: timestampOf(parts.clock),
    plan_digest: plan.digest,
    plan: encodePlan(plan),
    launch,
    ...(bundle ? { bundle } : {}),
    pack_digest: pack.digest,
    pack: await keptPack(parts.store, pack),
    engine: ENGINE_VERSION,
    settings: encodeSettings(settings),
    workspace,
    ...(parent ? { parent: parent.id } : {}),
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
  { pack, parent }: NewExecution,
): Promise<Workspace> {
  const { run, execution, workspace: settings } = header;
  const start: WorkspaceStart = { run, execution, pack, settings };
  try {
    return await parts.world.open(parent ? { ...start, ...inherited(parent) } : start);
  } catch (error) {
    if (!(error instanceof WorldRefused)) throw error;
    throw new LaunchRefused([problem("workspace", error.message)]);
  }
}

function inherited({ id, base, commits }: Inheritance): Pick<WorkspaceStart, "base" | "replay"> {
  return { base, replay: { ...id, commits } };
}
