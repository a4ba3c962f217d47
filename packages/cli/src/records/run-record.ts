/** What `crucible runs` and `crucible run show` say of a run, and what their `--json` prints. */
import { join } from "node:path";
import type { Verdict } from "@crucible/core";
import { launchedIn, manifestPathOf, packFolderOf } from "./launched.js";
import {
  elapsedMs,
  type RecordedRun,
  type Standing,
  spentUsd,
  standingOf,
} from "./recorded-run.js";

export interface RunRecord {
  readonly run: string;
  readonly state: Standing;
  readonly verdict: Verdict | null;
  /** How it ended, in the words of its shutdown line. */
  readonly reason: string;
  readonly started_at: string;
  /** Of all executions together, and so the dollars; `null` where a log of them cannot be read. */
  readonly elapsed_ms: number | null;
  readonly spent_usd: number | null;
  readonly executions: number;
  /** The file that the plan came from, as a path. */
  readonly workflow: string;
  /** What of it cannot be read; absent when everything can. */
  readonly damage?: string;
}

export function runRecord(run: RecordedRun, stateFolder: string): RunRecord {
  const { latest, executions } = run;
  return {
    run: run.run,
    state: standingOf(run),
    verdict: latest.result.verdict,
    reason: latest.result.reason,
    started_at: executions[0]?.startedAt ?? "",
    elapsed_ms: elapsedMs(run),
    spent_usd: spentUsd(run),
    executions: executions.length,
    workflow: workflowOf(run, stateFolder),
    ...(latest.damage === undefined ? {} : { damage: latest.damage }),
  };
}

function workflowOf({ latest: { header } }: RecordedRun, stateFolder: string): string {
  if (header === undefined) return "";
  const launched = launchedIn(header.workspace);
  const file = launched.file ?? manifestPathOf(header);
  return file === undefined ? "" : join(packFolderOf(stateFolder, launched), file);
}
