/** `crucible plan run`: starts a run, or goes on with one, follows it to its end and prints what came of it. */
import { followRun } from "../../follow/follow-run.js";
import { launchRequest } from "../../host/launch-request.js";
import { packHost } from "../../host/pack-host.js";
import { refuseWindows } from "../../host/platform.js";
import type { RunOptions } from "../../options/options.js";
import { refuseOtherThanFolder } from "../../records/state-folder.js";
import { loadPlan } from "../../source/load-plan.js";
import type { Terminal } from "../../terminal/terminal.js";
import { resumePlan } from "./resume-plan.js";

export async function runPlan(options: RunOptions, terminal: Terminal): Promise<number> {
  refuseWindows();
  if (options.resume !== undefined) {
    return await resumePlan(options, terminal);
  }
  const loaded = await loadPlan(options, terminal);
  const host = packHost(loaded, options, terminal);
  await refuseOtherThanFolder(host.stateFolder, terminal);
  return await followRun(
    {
      ...host,
      begin: () => host.engine.start(loaded.plan, launchRequest(options), host.launchOptions),
      linesBefore: () => 0,
    },
    options,
    terminal,
  );
}
