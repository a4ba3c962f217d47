/** Runs of a store and how they stand: derived from claims and logs, stored nowhere (RUN-011 to RUN-013). */
import {
  type Bundle,
  type BundleId,
  type ExecutionId,
  isSameBundle,
  LogDamaged,
  type LogLine,
  type Store,
} from "@crucible/core";
import { type RunState, stateOf } from "./result.js";

export interface RunSummary {
  readonly run: string;
  /** The newest execution, which says how the run stands. */
  readonly execution: string;
  /** RFC 3339; of the first execution. */
  readonly startedAt: string;
  readonly state: RunState;
  readonly executions: number;
  /** Why the log of the newest execution cannot be read; its state is then what the claim alone says. */
  readonly damage?: string;
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
    const { log, damage } = await readable(store, { run, execution });
    runs.set(run, {
      ...(bundle ? { bundle } : {}),
      ...(damage === undefined ? {} : { damage }),
      run,
      execution,
      state: stateOf(owned, log),
      startedAt: known?.startedAt ?? startedAt,
      executions: (known?.executions ?? 0) + 1,
    });
  }
  return [...runs.values()];
}

/** A log that is damaged hides how its own run stands, and no other run. */
async function readable(
  store: Store,
  id: ExecutionId,
): Promise<{ readonly log: readonly LogLine[]; readonly damage?: string }> {
  try {
    return { log: await store.read(id, 0) };
  } catch (error) {
    if (error instanceof LogDamaged) return { log: [], damage: error.message };
    throw error;
  }
}
