/** Runs of a store and how they stand: derived from claims and logs, stored nowhere (RUN-011 to RUN-013). */
import { type Bundle, type BundleId, isSameBundle, type Store } from "@crucible/core";
import { type RunState, stateOf } from "./result.js";

export interface RunSummary {
  readonly run: string;
  /** The newest execution, which says how the run stands. */
  readonly execution: string;
  /** RFC 3339; of the first execution. */
  readonly startedAt: string;
  readonly state: RunState;
  readonly executions: number;
  /** The bundle that it was launched from, when the launcher named one. */
  readonly bundle?: Bundle;
}

export interface ListOptions {
  /** Only runs of the bundle with this id and this version (RUN-018). */
  readonly bundle?: BundleId;
}

/** Oldest first. */
export async function listRuns(store: Store, options: ListOptions): Promise<readonly RunSummary[]> {
  const runs = new Map<string, RunSummary>();
  for (const { run, execution, startedAt, owned } of await store.list()) {
    const known = runs.get(run);
    const { bundle } = known ?? (await store.header({ run, execution }));
    if (options.bundle && !(bundle && isSameBundle(bundle, options.bundle))) continue;
    const state = stateOf(owned, await store.read({ run, execution }, 0));
    runs.set(run, {
      ...(bundle ? { bundle } : {}),
      run,
      execution,
      state,
      startedAt: known?.startedAt ?? startedAt,
      executions: (known?.executions ?? 0) + 1,
    });
  }
  return [...runs.values()];
}
