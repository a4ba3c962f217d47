/** Runs of a store and how they stand: derived from claims and logs, stored nowhere (RUN-011 to RUN-013). */
import type { Store } from "@crucible/core";
import { type RunState, stateOf } from "./result.js";

export interface RunSummary {
  readonly run: string;
  /** The newest execution, which says how the run stands. */
  readonly execution: string;
  /** RFC 3339; of the first execution. */
  readonly startedAt: string;
  readonly state: RunState;
  readonly executions: number;
}

/** Oldest first. */
export async function listRuns(store: Store): Promise<readonly RunSummary[]> {
  const runs = new Map<string, RunSummary>();
  for (const { run, execution, startedAt, owned } of await store.list()) {
    const state = stateOf(owned, await store.read({ run, execution }, 0));
    const known = runs.get(run);
    runs.set(run, {
      run,
      execution,
      state,
      startedAt: known?.startedAt ?? startedAt,
      executions: (known?.executions ?? 0) + 1,
    });
  }
  return [...runs.values()];
}
