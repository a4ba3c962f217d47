/**
 * The settled form of a workspace: its files, its last commit and its repository, all of one moment. A form never
 * changes, so a fork may be made from one while the next takes its place; what only an old form needs goes away once
 * nobody uses it.
 */
import { removeTree } from "../files/remove-tree.js";
import type { State } from "./contents.js";
import type { Publication } from "./history.js";

export interface Settled {
  readonly state: State;
  readonly publication: Publication;
  /** Folder with the repository's form. */
  readonly repository: string;
}

export class SettledForms {
  #current: Settled;
  readonly #users = new Map<Settled, number>();

  constructor(first: Settled) {
    this.#current = first;
  }

  get current(): Settled {
    return this.#current;
  }

  /** Works on the present form, which stays whole meanwhile. */
  async use<T>(work: (settled: Settled) => Promise<T>): Promise<T> {
    const settled = this.#current;
    this.#users.set(settled, (this.#users.get(settled) ?? 0) + 1);
    try {
      return await work(settled);
    } finally {
      const left = (this.#users.get(settled) ?? 1) - 1;
      if (left > 0) this.#users.set(settled, left);
      else {
        this.#users.delete(settled);
        if (settled !== this.#current) await this.#drop(settled);
      }
    }
  }

  /** Puts another form in the present one's place. */
  async replace(next: Settled): Promise<void> {
    const former = this.#current;
    this.#current = next;
    if (!this.#users.has(former)) await this.#drop(former);
  }

  /** Removes what no form in use shares with the former one. */
  async #drop(former: Settled): Promise<void> {
    const kept = new Set([this.#current, ...this.#users.keys()].flatMap(pathsOf));
    for (const path of pathsOf(former)) if (!kept.has(path)) await removeTree(path);
  }
}

function pathsOf({ publication, repository }: Settled): readonly string[] {
  return [publication.index, repository];
}
