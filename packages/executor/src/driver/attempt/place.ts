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

/** Waits for the shared workspace, or forks it; a promise only where there is something to wait for. */
export function openPlace(
  { workspace }: ExecutionContext,
  order: AttemptOrder,
  control: AttemptControl,
): Place | Promise<Place> {
  if (order.isolated) return workspace.fork(control.id).then((fork) => new ForkedPlace(fork));
  const place = new SharedPlace(workspace);
  return workspace.enter()?.then(() => place) ?? place;
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

  leave(commit: string | null): Promise<void> {
    return this.#turns.settle(commit);
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
    return this.workspace.close().then(undefined, () => undefined);
  }

  abandon(): void {
    void this.leave();
  }
}
