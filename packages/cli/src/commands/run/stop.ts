/**
 * `crucible run stop`: ends a run for good (RUN-015). A live one is asked through its engine; a halted or interrupted one
 * is taken up only to write its end, and dispatches nothing.
 */
import { EXIT, Refusal } from "../../failure/failure.js";
import { recordedHost } from "../../host/recorded-host.js";
import type { StopOptions } from "../../options/options.js";
import { type OpenedRun, openRun } from "../../records/open-run.js";
import { type Standing, standingOf } from "../../records/recorded-run.js";
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
  const before = standingOf(run);
  const state = run.latest.owned
    ? (await askAndWait(opened, { kind: "stop", reason }, terminal)).state
    : await stopResting(opened, before, reason, terminal);
  if (state !== "cancelled") {
    throw new Refusal(`${run.run} was over before it could be stopped: it is ${state}`);
  }
  terminal.print(`${run.run} is cancelled${reason === "" ? "" : `: ${visibleLine(reason)}`}`);
  return EXIT.valid;
}

async function stopResting(
  { run, store, stateFolder }: OpenedRun,
  before: Standing,
  reason: string,
  terminal: Terminal,
): Promise<Standing> {
  if (before === "damaged") throw new Refusal(run.latest.damage ?? "its log is damaged");
  if (before !== "halted" && before !== "interrupted") {
    throw new Refusal(`${run.run} is over: it is ${before}`);
  }
  const { engine } = await recordedHost(store, stateFolder, run, terminal);
  await store.requests.post(
    { run: run.run, execution: run.latest.execution },
    { kind: "stop", reason },
  );
  const resumed = await engine.resume(run.run);
  return (await resumed.result()).state;
}
