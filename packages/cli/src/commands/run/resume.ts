/** `crucible run resume`: goes on with a run from its record alone, whatever the pack's folder holds now. */
import { usdFromNano } from "@crucible/core";
import { undeclaredChanges } from "@crucible/local";
import { Refusal } from "../../failure/failure.js";
import { followRun } from "../../follow/follow-run.js";
import { refuseWindows } from "../../host/platform.js";
import { recordedHost } from "../../host/recorded-host.js";
import type { ResumeOptions } from "../../options/options.js";
import { type OpenedRun, openRun } from "../../records/open-run.js";
import { type RecordedRun, standingOf } from "../../records/recorded-run.js";
import { stepsBehind } from "../../show/run-facts.js";
import type { Terminal } from "../../terminal/terminal.js";
import { visibleLine } from "../../terminal/visible.js";

export async function resumeRun(
  name: string | undefined,
  options: ResumeOptions,
  terminal: Terminal,
): Promise<number> {
  refuseWindows();
  const opened = await openRun(name, options, terminal);
  return await resumeOpened(opened, options, terminal);
}

/** `manifest` is the one that the caller means, as a path in the pack (RESUME-015). */
export async function resumeOpened(
  { run, store, stateFolder }: OpenedRun,
  options: Pick<ResumeOptions, "maxCost" | "maxTime" | "json" | "takeOver">,
  terminal: Terminal,
  manifest?: string,
): Promise<number> {
  refuseOver(run, stateFolder, terminal);
  const host = await recordedHost(store, stateFolder, run, terminal, options);
  const lost = await whatIsLost(run, stateFolder);
  const { maxCost, maxTime, json } = options;
  return await followRun(
    {
      ...host,
      begin: async () => {
        const resumed = await host.engine.resume(run.run, {
          ...(maxCost === undefined ? {} : { maxCostUsd: usdFromNano(maxCost) }),
          ...(maxTime === undefined ? {} : { maxTimeMs: maxTime }),
          ...(manifest === undefined ? {} : { manifest }),
        });
        if (lost !== "") terminal.complain(lost);
        return resumed;
      },
      linesBefore: (execution) =>
        execution === run.latest.execution ? run.latest.lines.length : 0,
    },
    json ? { json } : {},
    terminal,
  );
}

function refuseOver(run: RecordedRun, stateFolder: string, terminal: Terminal): void {
  const standing = standingOf(run);
  if (standing !== "succeeded" && standing !== "cancelled") return;
  const steps = stepsBehind(run, stateFolder, terminal.cwd);
  throw new Refusal(`${run.run} is over (${standing})${steps}`);
}

/** As many as are worth reading in a message. */
const SHOWN_MAX = 5;

/** A line about files that the interruption took; empty when there are none. It is true once the run was taken up. */
async function whatIsLost(run: RecordedRun, stateFolder: string): Promise<string> {
  const standing = standingOf(run);
  if (standing !== "halted" && standing !== "interrupted") return "";
  const paths = await undeclaredChanges(stateFolder, run.latest.lines);
  if (paths.length === 0) return "";
  const shown = paths.slice(0, SHOWN_MAX).map((path) => visibleLine(path));
  const more = paths.length > SHOWN_MAX ? ` and ${paths.length - SHOWN_MAX} more` : "";
  return `not kept over the interruption: ${shown.join(", ")}${more}; a task keeps what it declares (emits_files)`;
}
