/**
 * Resumes an interrupted or halted run from its header and its log alone (RESUME-001 to RESUME-005). The execution goes on
 * in place: same run, same log, spend and elapsed time counted on.
 */
import {
  type Ceilings,
  type Claim,
  ClaimRefused,
  type Diagnostic,
  type EngineRequest,
  type ExecutionHeader,
  type ExecutionId,
  formatDuration,
  type Launch,
  LogDamaged,
  type LogLine,
  nanoFromUsd,
  type Plan,
  usdFromNano,
  type Workspace,
  WorldRefused,
} from "@crucible/core";
import { decodeSettings, type RunSettings } from "../driver/execution/settings.js";
import type { Fact } from "../machine/fact.js";
import { admissionProblems } from "./admission.js";
import { ceilingProblems } from "./launch-request.js";
import { beforeFirstLine, openExecution } from "./open-execution.js";
import { executionsOf, keptAgentVariables, recordedPack, recordedPlan } from "./recorded-run.js";
import { LaunchRefused, ResumeRefused } from "./refusals.js";
import { stateOf } from "./result.js";
import { reviveRun } from "./revive.js";
import type { Run } from "./run.js";
import type { EngineParts } from "./setup.js";
import { type SurvivingFiles, survivingFiles } from "./surviving-files.js";

export interface ResumeOptions {
  /** A higher ceiling on cost, in dollars. */
  readonly maxCostUsd?: number;
  /** A higher ceiling on elapsed time, in milliseconds. */
  readonly maxTimeMs?: number;
  /** The manifest that the caller means, as a path in the pack; refused unless it is the run's own (RESUME-015). */
  readonly manifest?: string;
}

/**
 * An interrupted or halted run goes on in place; a failed one is revived in a new execution. Rejects with
 * {@link ResumeRefused}; the run then stays as it was.
 */
export async function resumeRun(
  parts: EngineParts,
  run: string,
  options: ResumeOptions,
): Promise<Run> {
  const executions = await executionsOf(parts.store, run);
  const id = executions.at(-1) as ExecutionId;
  const claim = await claimed(parts, id);
  try {
    return await resumeClaimed(parts, claim, options);
  } catch (error) {
    await claim.release().catch(() => undefined);
    throw asRefusal(error);
  }
}

async function claimed({ store }: EngineParts, id: ExecutionId): Promise<Claim> {
  try {
    return await store.claim(id);
  } catch (error) {
    if (!(error instanceof ClaimRefused)) throw error;
    throw new ResumeRefused(error.message, { cause: error });
  }
}

function asRefusal(error: unknown): unknown {
  const isRefusal =
    error instanceof WorldRefused || error instanceof LogDamaged || error instanceof LaunchRefused;
  return isRefusal ? new ResumeRefused(error.message) : error;
}

interface Recorded {
  readonly header: ExecutionHeader;
  readonly log: readonly LogLine[];
  readonly plan: Plan;
  readonly settings: RunSettings;
}

async function resumeClaimed(
  parts: EngineParts,
  claim: Claim,
  options: ResumeOptions,
): Promise<Run> {
  const recorded = await readRecorded(parts, claim.id);
  const { header, log, plan, settings } = recorded;
  refuseOtherManifest(header.run, settings, options);
  if (log.length === 0 && header.parent) {
    return resumeWithout(parts, claim, { ...header, parent: header.parent }, options);
  }
  const before = ceilingsInForce(header.launch, log);
  const ceilings = raisedCeilings(before, options);
  if (log.length === 0) refuseRaise(header.run, before, ceilings);
  const launch: Launch = { ...header.launch, ceilings };
  await refuseProblems(parts, { plan, launch, settings });
  if (log.at(-1)?.kind === "shutdown") {
    const parent = { id: claim.id, header, log };
    return reviveRun(parts, claim, { parent, plan, settings, launch });
  }
  return goOn(parts, claim, recorded, { before, ceilings });
}

/**
 * An execution that was to take results over and died before its first line took none, and only its launch knew which. One
 * that revived its own run is as if it had never been; a rerun is for its launcher to ask for again.
 */
async function resumeWithout(
  parts: EngineParts,
  claim: Claim,
  { run, parent }: Pick<ExecutionHeader, "run"> & { readonly parent: ExecutionId },
  options: ResumeOptions,
): Promise<Run> {
  if (parent.run !== run) {
    throw new ResumeRefused(
      `run ${run} died before it took anything over from run ${parent.run}; rerun that one again`,
    );
  }
  await claim.discard();
  return resumeRun(parts, run, options);
}

/** A log begins with the ceilings of its header. */
function refuseRaise(run: string, before: Ceilings, ceilings: Ceilings): void {
  if (ceilings.costNano === before.costNano && ceilings.wallMs === before.wallMs) return;
  throw new ResumeRefused(
    `run ${run} died before its first line, so no ceiling of it can be raised; resume it as it is, or start it anew`,
  );
}

interface Raise {
  readonly before: Ceilings;
  readonly ceilings: Ceilings;
}

/** The interrupted execution goes on in place. */
async function goOn(
  parts: EngineParts,
  claim: Claim,
  recorded: Recorded,
  { before, ceilings }: Raise,
): Promise<Run> {
  const { header, log, plan, settings } = recorded;
  const launch: Launch = { ...header.launch, ceilings };
  const files = await survivingFiles(plan, log, parts.store.blobs);
  const agentVariables = await keptAgentVariables(claim);
  const workspace = await opened(parts, recorded, files);
  const opening = { parts, header, plan, launch, settings, agentVariables, claim, workspace };
  const { execution, run, stop } = await beforeFirstLine(workspace, async () => ({
    ...openExecution({ ...opening, log, reused: [] }),
    stop: await stopLeftBehind(parts, claim.id),
  }));
  const fact: Fact =
    log.length === 0
      ? { kind: "started", base: workspace.base, reused: [] }
      : resumedFact(before, ceilings, files.missing);
  if (stop === undefined) {
    await execution.begin(fact);
    return run;
  }
  // Told before the rest, so that nothing is dispatched in between; what never began has to begin to be stopped.
  const stopping: Fact = { kind: "stop_requested", reason: stop.reason };
  const [first, second] = log.length === 0 ? [fact, stopping] : [stopping, fact];
  await execution.begin(first);
  // Nobody waits for what follows: the run's result tells.
  void execution.report(second).catch(() => undefined);
  return run;
}

/** Requests for an engine that was gone: a halt has happened by itself, a stop is still meant. */
async function stopLeftBehind(
  { store }: EngineParts,
  id: ExecutionId,
): Promise<Extract<EngineRequest, { kind: "stop" }> | undefined> {
  const requests = await store.requests.take(id);
  return requests.find((request) => request.kind === "stop");
}

async function readRecorded({ store }: EngineParts, id: ExecutionId): Promise<Recorded> {
  const header = await store.header(id);
  const log = await store.read(id, 0);
  const state = stateOf(false, log);
  if (state === "succeeded" || state === "cancelled") {
    throw new ResumeRefused(`run ${id.run} is over (${state})`);
  }
  const plan = await recordedPlan(header);
  return { header, log, plan, settings: decodeSettings(header.settings) };
}

function refuseOtherManifest(run: string, settings: RunSettings, options: ResumeOptions): void {
  const { manifest } = options;
  if (manifest === undefined || manifest === settings.manifest) return;
  const own = settings.manifest === null ? "no manifest" : JSON.stringify(settings.manifest);
  throw new ResumeRefused(
    `run ${run} reads ${own}, not ${JSON.stringify(manifest)}; leave the manifest out to resume it`,
  );
}

async function refuseProblems(
  parts: EngineParts,
  admission: Parameters<typeof admissionProblems>[1],
): Promise<void> {
  const problems = await admissionProblems(parts, admission);
  if (problems.length > 0) throw new ResumeRefused(wordsOf(problems));
}

function wordsOf(problems: readonly Diagnostic[]): string {
  return problems.map(({ message }) => message).join("; ");
}

async function opened(
  parts: EngineParts,
  { header, log }: Recorded,
  files: SurvivingFiles,
): Promise<Workspace> {
  const admitted = log.find((line) => line.kind === "plan_admitted");
  return parts.world.open({
    run: header.run,
    execution: header.execution,
    pack: await recordedPack(header, parts.store.blobs),
    settings: header.workspace,
    restore: files.restore,
    ...(admitted ? { base: admitted.base } : {}),
  });
}

/** The header's ceilings, or what an earlier resume raised them to. */
function ceilingsInForce(launch: Launch, log: readonly LogLine[]): Ceilings {
  let { costNano, wallMs } = launch.ceilings;
  for (const line of log) {
    if (line.kind !== "recovery") continue;
    if (line.budget_usd !== undefined) costNano = nanoFromUsd(line.budget_usd);
    if (line.wall_clock_ms !== undefined) wallMs = line.wall_clock_ms;
  }
  return { costNano, wallMs };
}

function raisedCeilings(before: Ceilings, options: ResumeOptions): Ceilings {
  const problems = ceilingProblems({ costUsd: options.maxCostUsd, wallMs: options.maxTimeMs });
  if (problems.length > 0) throw new ResumeRefused(wordsOf(problems));
  const costNano =
    options.maxCostUsd === undefined ? before.costNano : nanoFromUsd(options.maxCostUsd);
  const wallMs = options.maxTimeMs ?? before.wallMs;
  if (costNano < before.costNano) {
    throw new ResumeRefused(
      `a resume may raise the cost ceiling of $${usdFromNano(before.costNano)}, not lower it`,
    );
  }
  if (wallMs < before.wallMs) {
    throw new ResumeRefused(
      `a resume may raise the wall-clock ceiling of ${formatDuration(before.wallMs)}, not lower it`,
    );
  }
  return { costNano, wallMs };
}

function resumedFact(before: Ceilings, ceilings: Ceilings, missingFiles: readonly string[]): Fact {
  return {
    kind: "resumed",
    missingFiles,
    ...(ceilings.costNano > before.costNano ? { costNano: ceilings.costNano } : {}),
    ...(ceilings.wallMs > before.wallMs ? { wallMs: ceilings.wallMs } : {}),
  };
}
