/** Starts a run of its own: everything that can be refused is refused before anything exists. */
import type { Bundle, Launch, Plan } from "@crucible/core";
import type { RunSettings } from "../driver/execution/settings.js";
import { checkLaunch } from "./check.js";
import { launchExecution } from "./launch-execution.js";
import type { LaunchRequest } from "./launch-request.js";
import { LaunchRefused } from "./refusals.js";
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
  return launchExecution(parts, {
    run,
    plan,
    launch: await admittedLaunch(parts, plan, request, settings, options.bundle),
    settings,
    pack: options.pack,
    bundle: options.bundle,
    workspace: options.workspace ?? {},
    agentVariables: new Map(Object.entries(options.agentVariables ?? {})),
  });
}

/** The launch as it will be recorded. Rejects with {@link LaunchRefused}. */
export async function admittedLaunch(
  parts: EngineParts,
  plan: Plan,
  request: LaunchRequest,
  settings: RunSettings,
  bundle: Bundle | undefined,
): Promise<Launch> {
  const { problems, launch } = await checkLaunch(parts, plan, request, settings, bundle);
  if (problems.length > 0 || launch === undefined) throw new LaunchRefused(problems);
  return launch;
}
