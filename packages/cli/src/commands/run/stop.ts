/**
 * `crucible run stop`: ends a run for good (RUN-015). A live one is asked through its engine; a halted or interrupted one
 * is taken up only to write its end, and dispatches nothing.
 */
import { damaged, EXIT, Refusal } from "../../failure/failure.js";
import { recordedHost } from "../../host/recorded-host.js";
import type { StopOptions } from "../../options/options.js";
import { type OpenedRun, openRun } from "../../records/open-run.js";
import { type Standing, standingOf } from "../../records/recorded-run.js";
import { stepsBehind } from "../../show/run-facts.js";
import type { Terminal } from "../../terminal/terminal.js";
import { visibleLine } from "../../terminal/visible.js";
import { askAndWait } from "./ask.js";

export async function stopRun(
  name: string,
  options: StopOptions,
  terminal: Terminal,
): Promise<number> {
  const opened = await openRun(name, options, terminal);
  const { run } = opened;
  const { reason = "" } = options;
  const state = run.latest.owned
    ? await stopLive(opened, reason, terminal)
    : await stopResting(opened, standingOf(run), reason, terminal);
  if (state !== "cancelled") {
    throw new Refusal(`${run.run} was over before it could be stopped (${state})`);
  }
  terminal.print(`${run.run} is cancelled${reason === "" ? "" : `: ${visibleLine(reason)}`}`);
  return EXIT.valid;
}

/** An engine that was asked and ended of something else leaves the run to whoever comes next. */
async function stopLive(opened: OpenedRun, reason: string, terminal: Terminal): Promise<Standing> {
  const { state } = await askAndWait(opened, { kind: "stop", reason }, terminal);
  const isResting = state === "halted" || state === "interrupted";
  return isResting ? await stopResting(opened, state, reason, terminal) : state;
}

async function stopResting(
  { run, store, stateFolder }: OpenedRun,
  before: Standing,
  reason: string,
  terminal: Terminal,
): Promise<Standing> {
  if (before === "damaged") throw damaged(run.latest.damage ?? "its log is damaged");
  if (before !== "halted" && before !== "interrupted") {
    const steps = stepsBehind(run, stateFolder, terminal.cwd);
    throw new Refusal(`${run.run} is over (${before})${steps}`);
  }
  const { engine } = await recordedHost(store, stateFolder, run, terminal);
  await store.requests.post(
    { run: run.run, execution: run.latest.execution },
    { kind: "stop", reason },
  );
  const resumed = await engine.resume(run.run);
  return (await resumed.result()).state;
}
