/**
 * The shared workspace and its turns: one attempt holds it at a time, forks are made from its settled state beside that
 * attempt, and no fork is made from the moment its end is told until the workspace has settled: what follows from that end
 * may be ordered at once, and has to start from what the attempt left.
 */
import type { Workspace } from "@crucible/core";

export class SharedWorkspace {
  readonly workspace: Workspace;
  #held = false;
  /** Attempts that wait for their turn, oldest first. */
  readonly #waiting: (() => void)[] = [];
  /** While the holder's turn is ending: resolves once the settled state is moved. */
  #ending: Promise<void> | undefined;
  #ended: () => void = () => undefined;
  readonly #forking = new Set<Promise<void>>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Its turn, which {@link leave} ends; a promise only where there is somebody to wait for. */
  enter(): Promise<void> | undefined {
    if (this.#held) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#held = true;
    return undefined;
  }

  /** Said by the holder before its end is told: from here on forks wait until it has left. */
  beginEnd(): void {
    this.#ending = new Promise((resolve) => {
      this.#ended = resolve;
    });
  }

  /** Lets the next attempt in; called once by each that entered. */
  leave(): void {
    this.#ending = undefined;
    this.#ended();
    const next = this.#waiting.shift();
    // Handed on rather than given up first, so that nobody who comes now gets in between.
    if (next) next();
    else this.#held = false;
  }

  /** A private copy of the last settled state. */
  fork(attempt: string): Promise<Workspace> {
    return this.#ending ? this.#ending.then(() => this.#fork(attempt)) : this.#fork(attempt);
  }

  #fork(attempt: string): Promise<Workspace> {
    const making = this.workspace.fork(attempt);
    const over = (): void => void this.#forking.delete(ended);
    const ended = making.then(over, over);
    this.#forking.add(ended);
    return making;
  }

  /** Moves the settled state to a commit, or goes back to it; called only by the attempt that holds the workspace. */
  settle(commit: string | null): Promise<void> {
    if (this.#forking.size === 0) return this.workspace.settle(commit);
    return Promise.all(this.#forking).then(() => this.workspace.settle(commit));
  }
}
