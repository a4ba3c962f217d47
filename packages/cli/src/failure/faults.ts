/**
 * What can go wrong around a run through nobody's bug: a launch or a resume that is refused, another owner, a full disk,
 * a damaged log, a file that cannot be read. Each becomes a {@link Refusal} that says what to do, where something helps.
 */
import { ClaimRefused, Fenced, LogDamaged, StoreLost, WorldRefused } from "@crucible/core";
import { LaunchRefused, ResumeRefused } from "@crucible/executor";
import { InferenceRefused, PackRefused } from "@crucible/local";
import { damaged, Refusal } from "./failure.js";

/** The refusal, or `undefined` when the error is none of these. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof LaunchRefused) {
    return new Refusal(...error.problems.map(({ code, message }) => withHelp(code, message)));
  }
  if (error instanceof InferenceRefused) return new Refusal(...error.lines);
  if (error instanceof LogDamaged) return damaged(error.message);
  if (isClaimed(error)) return new Refusal(withHelp("claimed", error.message));
  const kinds = [Fenced, StoreLost, WorldRefused];
  const isKnown = [...kinds, ResumeRefused, PackRefused].some((kind) => error instanceof kind);
  if (isKnown && error instanceof Error) return new Refusal(error.message);
  return systemRefusal(error);
}

function isClaimed(error: unknown): error is Error {
  if (error instanceof ResumeRefused) return error.cause instanceof ClaimRefused;
  return error instanceof ClaimRefused;
}

const HELP: ReadonlyMap<string, string> = new Map([
  ["unknown-harness", "--agent-cmd <command> lets a command play the agent"],
  ["unmetered", "--turn-price <usd> states one"],
  ["no-decider", "CRUCIBLE_INFERENCE binds one"],
  ["claimed", "`crucible run halt <run>` ends it so that it can be resumed"],
]);

/**
 * What ended a run that had begun, with the command that goes on with it when there is something to go on with. Bugs, and
 * a run that another process took over, are left as they are.
 */
export function interruptionOf(error: unknown, command: string | undefined): unknown {
  const refusal = error instanceof Fenced ? undefined : refusalOf(error);
  if (refusal === undefined) return error;
  const left =
    command === undefined
      ? "the run's log is gone, so that nothing can go on with it"
      : `the run is kept as it stood; \`${command}\` goes on with it`;
  return new Refusal(...refusal.reasons, left);
}

function withHelp(code: string, message: string): string {
  const [run = "<run>"] = /\brun-[\w-]+/.exec(message) ?? [];
  const help = HELP.get(code)?.replace("<run>", run);
  return help === undefined ? message : `${message}; ${help}`;
}

/** What the operating system refused, in its own words. */
function systemRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code !== undefined && syscall !== undefined ? new Refusal(error.message) : undefined;
}
