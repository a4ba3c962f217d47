/** Where an attempt works: the shared workspace, whose changes may be kept, or a fork, whose changes never are (EXEC-103). */
import type { Workspace } from "@crucible/core";
import type { ExecutionContext } from "../execution/context.js";
import type { AttemptControl } from "./attempt-control.js";
import type { AttemptOrder } from "./order.js";
import { inWorkspace } from "./trouble.js";

export interface Place {
  readonly workspace: Workspace;
  /** Whether changes of a passing attempt are committed. */
  readonly shared: boolean;
  /** Said before the attempt's end is told, since what follows from it may be ordered at once. */
  beginEnd(): void;
  /** Keeps the commit or throws every change away, and gives the place up. */
  leave(commit: string | null): Promise<void>;
  /** Lets others in without settling anything, when the engine's work on the run is over. */
  abandon(): void;
}

/** Waits for the shared workspace, or forks it. */
export async function openPlace(
  context: ExecutionContext,
  order: AttemptOrder,
  control: AttemptControl,
): Promise<Place> {
  const { workspace } = context;
  if (order.isolated) {
    const fork = await inWorkspace(workspace.fork(control.id));
    // A fork that cannot be deleted is in nobody's way: the next start of the world clears it up.
    const leave = (): Promise<void> => fork.close().catch(() => undefined);
    return {
      workspace: fork,
      shared: false,
      beginEnd: () => undefined,
      leave,
      abandon: () => void leave(),
    };
  }
  await workspace.enter();
  return {
    workspace: workspace.workspace,
    shared: true,
    beginEnd: () => workspace.beginEnd(),
    leave: async (commit) => {
      try {
        await workspace.settle(commit);
      } finally {
        workspace.leave();
      }
    },
    abandon: () => workspace.leave(),
  };
}
