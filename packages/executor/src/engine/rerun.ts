/**
 * Reruns a finished run from some of its tasks: a new run that reuses the parent's other passing results (RERUN-001 to
 * RERUN-033). Refused when anything that would be reused is not available any more, naming what is missing.
 */
import {
  ClaimRefused,
  type Diagnostic,
  type ExecutionHeader,
  type ExecutionId,
  type Launch,
  LogDamaged,
  type LogLine,
  type Plan,
  type TaskResult,
  usdFromNano,
} from "@crucible/core";
import { decodeSettings, type RunSettings } from "../driver/execution/settings.js";
import { planRerun } from "../machine/index.js";
import { areKept } from "./kept-blobs.js";
import { type Inheritance, launchExecution, type NewExecution } from "./launch-execution.js";
import { type LaunchRequest, NO_CEILING_MS } from "./launch-request.js";
import { executionsOf, keptAgentVariables, recordedPack, recordedPlan } from "./recorded-run.js";
import { LaunchRefused, problem, ResumeRefused } from "./refusals.js";
import type { Run } from "./run.js";
import { type RunOptions, settingsOf } from "./run-options.js";
import type { EngineParts } from "./setup.js";
import { admittedLaunch } from "./start.js";

export interface RerunOptions {
  /** Names of the main tasks to run again; what depends on them runs again as well. */
  readonly from: readonly string[];
  /** Limits of the new run; the parent's unless given. */
  readonly launch?: LaunchRequest;
  /** The plan as it is now; the parent's unless given. */
  readonly plan?: Plan;
  /** Pack and settings as they are now; the parent's unless given. */
  readonly options?: RunOptions;
}

/** Rejects with {@link LaunchRefused}; then nothing exists. */
export async function rerunRun(
  parts: EngineParts,
  run: string,
  options: RerunOptions,
): Promise<Run> {
  try {
    return await launchRerun(parts, run, options);
  } catch (error) {
    const isAbout = error instanceof ResumeRefused || error instanceof ClaimRefused;
    if (!isAbout && !(error instanceof LogDamaged)) throw error;
    throw new LaunchRefused([problem("parent-unavailable", error.message)]);
  }
}

async function launchRerun(parts: EngineParts, run: string, options: RerunOptions): Promise<Run> {
  const parent = await parentOf(parts, run);
  const plan = options.plan ?? (await recordedPlan(parent.header));
  const inheritance = await inheritanceOf(parts, parent, plan, options.from);
  const name = parts.ids.run();
  const described = await descriptionOf(parts, parent, name, options.options);
  const request = { ...requestOf(parent.header.launch), ...options.launch };
  const { settings, bundle } = described;
  const launch = await admittedLaunch(parts, plan, request, settings, bundle);
  return launchExecution(parts, { run: name, plan, launch, ...described, parent: inheritance });
}

export interface Parent {
  readonly id: ExecutionId;
  readonly header: ExecutionHeader;
  readonly log: readonly LogLine[];
}

/** The newest execution of a run, read whole. */
async function parentOf({ store }: EngineParts, run: string): Promise<Parent> {
  const executions = await executionsOf(store, run);
  const id = executions.at(-1) as ExecutionId;
  return { id, header: await store.header(id), log: await store.read(id, 0) };
}

/** What a rerun of these tasks takes over. Rejects with {@link LaunchRefused}. */
export async function inheritanceOf(
  parts: EngineParts,
  { id, log }: Parent,
  plan: Plan,
  selected: readonly string[],
): Promise<Inheritance> {
  const planned = planRerun({ plan, parent: id, log, selected });
  if (planned.kind === "refused") throw new LaunchRefused(planned.problems);
  const { reused, base, commits } = planned;
  const rows = reused.filter((entry): entry is TaskResult => entry.kind === "task_result");
  const missing = await missingEvidence(parts, rows);
  if (missing.length > 0) throw new LaunchRefused(missing);
  return { id, reused, base, commits, privates: new Map() };
}

/** Outputs and files of reused rows that are not in the store any more, each by name (RERUN-026). */
async function missingEvidence(
  { store }: EngineParts,
  rows: readonly TaskResult[],
): Promise<readonly Diagnostic[]> {
  const problems: Diagnostic[] = [];
  for (const { task, files, output_blob } of rows) {
    const name = JSON.stringify(task);
    if (output_blob && !(await areKept([output_blob], store.blobs))) {
      problems.push(problem("missing-output", `the output of task ${name} is not available`));
    }
    for (const file of files ?? []) {
      if (await areKept([file], store.blobs)) continue;
      const message = `file ${JSON.stringify(file.path)} of task ${name} is not available`;
      problems.push(problem("missing-file", message));
    }
  }
  return problems;
}

/** Pack, settings, workspace and the agent's variables: as they are now, or as the parent recorded them. */
async function descriptionOf(
  parts: EngineParts,
  parent: Parent,
  name: string,
  options: RunOptions | undefined,
): Promise<Pick<NewExecution, "pack" | "bundle" | "settings" | "workspace" | "agentVariables">> {
  const { header, id } = parent;
  if (options) {
    return {
      pack: options.pack,
      bundle: options.bundle,
      settings: settingsOf(options, name),
      workspace: options.workspace ?? header.workspace,
      agentVariables: new Map(Object.entries(options.agentVariables ?? {})),
    };
  }
  const claim = await parts.store.claim(id);
  try {
    return {
      pack: await recordedPack(header, parts.store.blobs),
      bundle: header.bundle,
      settings: renamed(decodeSettings(header.settings), header.run, name),
      workspace: header.workspace,
      agentVariables: await keptAgentVariables(claim),
    };
  } finally {
    await claim.release();
  }
}

/** A run that was named after itself gives the new one no name. */
function renamed(settings: RunSettings, parent: string, run: string): RunSettings {
  const { name, displayName, url } = settings.identity;
  const next = (given: string): string => (given === parent ? run : given);
  return { ...settings, identity: { name: next(name), displayName: next(displayName), url } };
}

function requestOf(launch: Launch): LaunchRequest {
  const { ceilings, width, capabilities, captureBytesMax, turnPriceNano } = launch;
  return {
    maxCostUsd: usdFromNano(ceilings.costNano),
    ...(ceilings.wallMs === NO_CEILING_MS ? {} : { maxTimeMs: ceilings.wallMs }),
    width,
    capabilities,
    captureBytesMax,
    ...(turnPriceNano === undefined ? {} : { turnPriceUsd: usdFromNano(turnPriceNano) }),
  };
}
