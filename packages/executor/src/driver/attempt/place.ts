/** Where an attempt works: the shared workspace, whose changes may be kept, or a fork, whose changes never are (EXEC-103). */
import type { Workspace } from "@crucible/core";
import type { ExecutionContext } from "../execution/context.js";
import type { AttemptControl } from "./attempt-control.js";
import type { AttemptOrder } from "./order.js";
import type { SharedWorkspace } from "./shared-workspace.js";

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
  { workspace }: ExecutionContext,
  order: AttemptOrder,
  control: AttemptControl,
): Promise<Place> {
  if (order.isolated) return new ForkedPlace(await workspace.fork(control.id));
  const turn = workspace.enter();
  if (turn !== undefined) await turn;
  return new SharedPlace(workspace);
}

class SharedPlace implements Place {
  readonly shared = true;
  readonly workspace: Workspace;
  readonly #turns: SharedWorkspace;

  constructor(turns: SharedWorkspace) {
    this.workspace = turns.workspace;
    this.#turns = turns;
  }

  beginEnd(): void {
    this.#turns.beginEnd();
  }

  async leave(commit: string | null): Promise<void> {
    try {
      await this.#turns.settle(commit);
    } finally {
      this.#turns.leave();
    }
  }

  abandon(): void {
    this.#turns.leave();
  }
}

class ForkedPlace implements Place {
  readonly shared = false;
  readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  beginEnd(): void {}

  /** A fork that cannot be deleted is in nobody's way: the next start of the world clears it up. */
  leave(): Promise<void> {
    return this.workspace.close().catch(() => undefined);
  }

  abandon(): void {
    void this.leave();
  }
}
