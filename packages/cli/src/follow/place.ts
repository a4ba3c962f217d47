/** Where a run keeps what it has, and the command line that goes on with it. */
import { join } from "node:path";
import type { ExecutionId } from "@crucible/core";
import { quoted } from "../terminal/quoted.js";
import { shownPath } from "../terminal/shown-path.js";

export interface RunPlace {
  /** Absolute. */
  readonly stateFolder: string;
  /** Absolute. */
  readonly workspaceFolder: string;
}

/** The log of one execution, absolute. */
export function logOf(stateFolder: string, { run, execution }: ExecutionId): string {
  return join(stateFolder, "runs", run, execution, "session.jsonl");
}

/** `crucible run resume …`, exactly as it can be typed in the current folder. */
export function commandFor(verb: string, run: string, stateFolder: string, cwd: string): string {
  const usual = stateFolder === join(cwd, "state");
  const place = usual ? "" : ` --state-dir ${quoted(shownPath(cwd, stateFolder))}`;
  return `crucible run ${verb} ${run}${place}`;
}
