/**
 * `crucible run rerun RUN --from TASK`: a new run of the pack as it is now that takes over a finished run's passing
 * results, but for the tasks named and what follows from them (RERUN-001 to RERUN-012). Limits are the parent's unless
 * others are given.
 */
import { join } from "node:path";
import { didYouMean, type Plan } from "@crucible/core";
import type { LaunchRequest } from "@crucible/executor";
import { Refusal, UsageError } from "../../failure/failure.js";
import { followRun } from "../../follow/follow-run.js";
import { launchRequest } from "../../host/launch-request.js";
import { packHost } from "../../host/pack-host.js";
import { refuseWindows } from "../../host/platform.js";
import { recordedHost } from "../../host/recorded-host.js";
import type { RerunOptions } from "../../options/options.js";
import { manifestPathOf, type RecordedLaunch } from "../../records/launched.js";
import { openRun } from "../../records/open-run.js";
import { recordedPlan, suppliedValues } from "../../records/recorded-plan.js";
import { type LoadedPlan, loadPlan } from "../../source/load-plan.js";
import { shownPath } from "../../terminal/shown-path.js";
import type { Terminal } from "../../terminal/terminal.js";

export async function rerunRun(
  name: string,
  options: RerunOptions,
  terminal: Terminal,
): Promise<number> {
  refuseWindows();
  const { from = [] } = options;
  if (from.length === 0) throw new UsageError("run rerun needs --from <task>");
  const { run, store, stateFolder } = await openRun(name, options, terminal);
  const recorded = await recordedHost(store, stateFolder, run, terminal);
  const loaded = await currentPlan(recorded, options, terminal);
  refuseUnknown(from, loaded.plan);
  const host = packHost(
    loaded,
    { ...recorded.launched, ...options, stateDir: stateFolder },
    terminal,
  );
  return await followRun(
    {
      ...host,
      begin: () =>
        host.engine.rerun(run.run, {
          from,
          plan: loaded.plan,
          options: host.launchOptions,
          launch: limitsOf(options, recorded),
        }),
      linesBefore: () => 0,
    },
    options,
    terminal,
  );
}

/** Throws {@link Refusal} for names that no task has; what else is wrong with a selection, the engine says. */
function refuseUnknown(from: readonly string[], plan: Plan): void {
  const names = plan.tasks.map(({ name }) => name);
  const unknown = from.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const reasons = unknown.map(
    (name) => `the plan has no task ${JSON.stringify(name)}${didYouMean(name, names)}`,
  );
  throw new Refusal(...reasons);
}

/** The pack as it is now, with the parameters of the parent unless others are given. */
async function currentPlan(
  { header, launched, packFolder }: RecordedLaunch,
  { param, paramsFile }: RerunOptions,
  terminal: Terminal,
): Promise<LoadedPlan> {
  const inside = (path: string): string => shownPath(terminal.cwd, join(packFolder, path));
  const manifest = manifestPathOf(header);
  return await loadPlan(
    {
      ...(manifest === undefined ? {} : { manifest: inside(manifest) }),
      ...(launched.file === undefined ? {} : { file: inside(launched.file) }),
      ...(param === undefined ? {} : { param }),
      ...(paramsFile === undefined ? {} : { paramsFile }),
      inherited: suppliedValues(recordedPlan(header)),
    },
    terminal,
  );
}

/** What the engine takes in place of the parent's limits; capabilities are added to those of the parent. */
function limitsOf(options: RerunOptions, { header }: RecordedLaunch): LaunchRequest {
  const { capabilities, ...limits } = launchRequest(options);
  return { ...limits, capabilities: [...header.launch.capabilities, ...(capabilities ?? [])] };
}
