/** `crucible run halt`: asks the engine of a live run to halt, and says when it has (RUN-014, RUN-028). */

import { damaged, EXIT, Refusal } from "../../failure/failure.js";
import { commandFor } from "../../follow/place.js";
import type { StateOptions } from "../../options/options.js";
import { openRun } from "../../records/open-run.js";
import { standingOf } from "../../records/recorded-run.js";
import { stepsBehind } from "../../show/run-facts.js";
import type { Terminal } from "../../terminal/terminal.js";
import { askAndWait } from "./ask.js";

export async function haltRun(
  name: string,
  options: StateOptions,
  terminal: Terminal,
): Promise<number> {
  const opened = await openRun(name, options, terminal);
  const { run, stateFolder } = opened;
  const resume = commandFor("resume", run.run, stateFolder, terminal.cwd);
  if (!run.latest.owned) {
    if (run.latest.damage !== undefined) throw damaged(run.latest.damage);
    const steps = stepsBehind(run, stateFolder, terminal.cwd);
    throw new Refusal(`${run.run} is not live (${standingOf(run)})${steps}`);
  }
  const end = await askAndWait(opened, { kind: "halt" }, terminal);
  if (end.state === "halted" || end.state === "interrupted") {
    terminal.print(`${end.state} at ${end.at}\nresume: ${resume}`);
    return EXIT.valid;
  }
  throw new Refusal(`${run.run} was over before it could be halted (${end.state})`);
}
