/** Who is told what happens while a run is followed, in one of the forms of the command's output. */
import type { LogLine } from "@crucible/core";
import type { Run, RunResult } from "@crucible/executor";
import type { RunPlace } from "./place.js";

/** A run that this process drives. */
export interface Followed extends RunPlace {
  readonly run: Run;
  /** Position of the first line that this process caused; lines before it are from before a resume. */
  readonly from: number;
}

export interface Reporter {
  begun(followed: Followed): void;
  /** A line of the log as it is written, earlier ones included. */
  line(line: LogLine, isNew: boolean): void;
  ended(result: RunResult, exitCode: number): void;
}
