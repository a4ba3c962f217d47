/**
 * The shared workspace and its turns: one attempt holds it at a time, forks are made from its settled state beside that
 * attempt, and no fork is made from the moment its end is told until the workspace has settled: what follows from that end
 * may be ordered at once, and has to start from what the attempt left.
 */
import type { Workspace } from "@crucible/core";
import { troubleFrom } from "./trouble.js";

/** Lets somebody who waits go on. */
type Waiting = () => void;

export class SharedWorkspace {
  readonly workspace: Workspace;
  #held = false;
  /** Attempts that wait for their turn, oldest first. */
  readonly #forTurn: Waiting[] = [];
  /** Whether the holder's turn is ending. */
  #ending = false;
  /** Forks that wait until the settled state is moved. */
  readonly #forSettled: Waiting[] = [];
  /** How many forks are being made. */
  #forking = 0;
  /** Whoever waits until none is. */
  #forForks: Waiting = () => undefined;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** Its turn, which {@link settle} or {@link leave} ends; a promise only where there is somebody to wait for. */
  enter(): Promise<void> | undefined {
    if (this.#held) return new Promise((resolve) => this.#forTurn.push(resolve));
    this.#held = true;
    return undefined;
  }

  /** Said by the holder before its end is told: from here on forks wait until it has left. */
  beginEnd(): void {
    this.#ending = true;
  }

  /** Lets the next attempt in without settling anything; each that entered ends its turn once, by this or by {@link settle}. */
  leave(): void {
    this.#ending = false;
    for (const goOn of this.#forSettled.splice(0)) goOn();
    const next = this.#forTurn.shift();
    // Handed on rather than given up first, so that nobody who comes now gets in between.
    if (next) next();
    else this.#held = false;
  }

  /** A private copy of the last settled state; what it cannot be made for is the workspace's trouble. */
  fork(attempt: string): Promise<Workspace> {
    if (!this.#ending) return this.#fork(attempt);
    const settled = new Promise<void>((resolve) => this.#forSettled.push(resolve));
    return settled.then(() => this.#fork(attempt));
  }

  #fork(attempt: string): Promise<Workspace> {
    const forking = this.workspace.fork(attempt);
    this.#forking++;
    return forking.then(
      (fork) => {
        this.#forked();
        return fork;
      },
      (error: unknown) => {
        this.#forked();
        throw troubleFrom(error);
      },
    );
  }

  #forked(): void {
    this.#forking--;
    if (this.#forking === 0) this.#forForks();
  }

  /** Moves the settled state to a commit, or goes back to it, and lets the next attempt in; the holder's last word. */
  settle(commit: string | null): Promise<void> {
    const settling =
      this.#forking > 0
        ? this.#allForked().then(() => this.workspace.settle(commit))
        : this.workspace.settle(commit);
    return settling.then(
      () => this.leave(),
      (error: unknown) => {
        this.leave();
        throw error;
      },
    );
  }

  #allForked(): Promise<void> {
    return new Promise((resolve) => {
      this.#forForks = resolve;
    });
  }
}
