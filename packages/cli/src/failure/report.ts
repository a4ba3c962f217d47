/** Prints what ended a command early and says with which code it ends. A bug keeps its stack; a user's mistake has none. */
import type { Terminal } from "../terminal/terminal.js";
import { visible } from "../terminal/visible.js";
import { reportDiagnostics } from "./diagnostics.js";
import { EXIT, Findings, Refusal, UsageError } from "./failure.js";

export async function reportFailure(error: unknown, terminal: Terminal): Promise<number> {
  const label = terminal.errorColors.red("error:");
  if (error instanceof UsageError) {
    terminal.complain(`${label} ${visible(error.message)}\n--help lists what there is`);
    return EXIT.usage;
  }
  if (error instanceof Findings) {
    reportDiagnostics(error, terminal);
    return EXIT.refused;
  }
  const refusal = error instanceof Refusal ? error : await asRefusal(error);
  if (refusal !== undefined) {
    for (const reason of refusal.reasons) terminal.complain(`${label} ${visible(reason)}`);
    return EXIT.refused;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.complain(`${label} this is a bug in crucible, please report it\n${visible(detail)}`);
  return EXIT.refused;
}

/** The errors of the engine and its host are known by their classes, which are loaded only when something went wrong. */
async function asRefusal(error: unknown): Promise<Refusal | undefined> {
  const { refusalOf } = await import("./faults.js");
  return refusalOf(error);
}
