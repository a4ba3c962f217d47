/**
 * The shared workspace and its turns: one attempt holds it at a time, forks are made from its settled state beside that
 * attempt, and no fork is made while it settles.
 */
import type { Workspace } from "@crucible/core";

export class SharedWorkspace {
  readonly workspace: Workspace;
  #held = false;
  /** Attempts that wait for their turn, oldest first. */
  readonly #waiting: (() => void)[] = [];
  /** Settles when nothing moves the settled state any more. */
  #settling: Promise<void> | undefined;
  readonly #forking = new Set<Promise<void>>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Waits for its turn, which {@link leave} ends. */
  async enter(): Promise<void> {
    if (this.#held) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#held = true;
  }

  /** Lets the next attempt in; called once by each that entered. */
  leave(): void {
    const next = this.#waiting.shift();
    // Handed on rather than given up first, so that nobody who comes now gets in between.
    if (next) next();
    else this.#held = false;
  }

  /** A private copy of the last settled state. */
  fork(attempt: string): Promise<Workspace> {
    return this.#settling ? this.#settling.then(() => this.#fork(attempt)) : this.#fork(attempt);
  }

  #fork(attempt: string): Promise<Workspace> {
    const making = this.workspace.fork(attempt);
    const over = (): void => void this.#forking.delete(ended);
    const ended = making.then(over, over);
    this.#forking.add(ended);
    return making;
  }

  /** Moves the settled state to a commit, or goes back to it; called only by the attempt that holds the workspace. */
  async settle(commit: string | null): Promise<void> {
    const settling = this.#settle(commit);
    const over = (): void => {
      this.#settling = undefined;
    };
    this.#settling = settling.then(over, over);
    await settling;
  }

  async #settle(commit: string | null): Promise<void> {
    if (this.#forking.size > 0) await Promise.all(this.#forking);
    await this.workspace.settle(commit);
  }
}
