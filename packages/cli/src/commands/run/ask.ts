/** Asks something of the engine that drives a run in another process, and waits until it has taken effect. */
import type { EngineRequest } from "@crucible/core";
import { Refusal } from "../../failure/failure.js";
import type { OpenedRun } from "../../records/open-run.js";
import { readRun, type Standing, standingOf } from "../../records/recorded-run.js";
import type { Terminal } from "../../terminal/terminal.js";

const LOOK_MS = 200;
/** A stopped process answers nothing; whoever waits should know what is waited for. */
const PATIENCE_MS = 3_000;

export interface TakenEffect {
  readonly state: Standing;
  /** Wall time of the log's last line. */
  readonly at: string;
}

/** Resolves once nobody drives the run any more. */
export async function askAndWait(
  { store, run }: OpenedRun,
  request: EngineRequest,
  terminal: Terminal,
): Promise<TakenEffect> {
  const { execution } = run.latest;
  await store.requests.post({ run: run.run, execution }, request);
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const listed = await store.list();
    // A log may be long: it is read once nobody adds to it any more.
    const latest = listed.findLast(({ run: name }) => name === run.run);
    if (!latest?.owned) {
      const now = await readRun(store, listed, run.run);
      if (now === undefined) throw new Refusal(`${run.run} is gone`);
      return { state: standingOf(now), at: now.latest.lines.at(-1)?.ts ?? "" };
    }
    if (waitedMs === PATIENCE_MS) {
      terminal.complain(
        `still waiting: ${run.run} is driven by ${latest.owner ?? "another process"}, and it has not answered yet; it will find the request also when this command has ended`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
