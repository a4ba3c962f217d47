/**
 * The shared workspace and its turns: one attempt holds it at a time, forks are made from its settled state beside that
 * attempt, and no fork is made while it settles.
 */
import type { Workspace } from "@crucible/core";

export class SharedWorkspace {
  readonly workspace: Workspace;
  /** Settles when the attempt that holds the workspace gives it up. */
  #holder: Promise<void> = Promise.resolve();
  /** Settles when nothing moves the settled state any more. */
  #settling: Promise<void> = Promise.resolve();
  readonly #forking = new Set<Promise<unknown>>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Waits for its turn; gives the way to end it. */
  async enter(): Promise<() => void> {
    const before = this.#holder;
    let leave: () => void = () => undefined;
    this.#holder = new Promise((resolve) => {
      leave = resolve;
    });
    await before;
    return leave;
  }

  /** A private copy of the last settled state. */
  async fork(attempt: string): Promise<Workspace> {
    await this.#settling;
    const making = this.workspace.fork(attempt);
    const ended = making.then(
      () => undefined,
      () => undefined,
    );
    this.#forking.add(ended);
    void ended.then(() => this.#forking.delete(ended));
    return making;
  }

  /** Moves the settled state to a commit, or goes back to it; called only by the attempt that holds the workspace. */
  async settle(commit: string | null): Promise<void> {
    let over: () => void = () => undefined;
    this.#settling = new Promise((resolve) => {
      over = resolve;
    });
    try {
      await Promise.all(this.#forking);
      await this.workspace.settle(commit);
    } finally {
      over();
    }
  }
}
