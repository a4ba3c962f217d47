/**
 * A workspace in git: the shared one of an execution, or a fork of it. What is settled is a recorded state of all files
 * (so that throwing changes away is exact) and a history of commits (so that passing work is attributed and kept).
 */
import type {
  Abortable,
  Capture,
  CaptureOptions,
  Process,
  SpawnRequest,
  StagedSet,
  Workspace,
} from "@crucible/core";
import { removeTree } from "../files/remove-tree.js";
import type { LocalProcess } from "../process/spawn.js";
import type { Attempts } from "./attempts.js";
import { captureFile, fingerprints } from "./capture.js";
import type { Change, Contents, State } from "./contents.js";
import type { History, Publication } from "./history.js";
import { type Injected, restoreFrozen } from "./inject.js";
import type { RepositoryFolder } from "./repository-folder.js";
import { restoreState } from "./restore-state.js";
import { RootFolder } from "./root-folder.js";
import { type Settled, SettledForms } from "./settled.js";
import { stageSets } from "./staging.js";

export interface WorkspaceParts {
  readonly location: string;
  readonly base: string;
  readonly branch: string;
  /** Name below `refs/crucible/` of the commits made here. */
  readonly name: string;
  readonly injected: readonly Injected[];
  readonly attempts: Attempts;
  readonly contents: Contents;
  readonly history: History;
  readonly folder: RepositoryFolder;
  readonly settled: Settled;
  readonly fork: (settled: Settled, attempt: string) => Promise<Workspace>;
  readonly close: () => Promise<void>;
}

/** A commit that waits to be settled, with the files and paths that belong to it. */
interface Prepared {
  readonly publication: Publication;
  readonly state: State;
  readonly changes: readonly Change[];
}

export class GitWorkspace implements Workspace {
  readonly location: string;
  readonly base: string;
  readonly #parts: WorkspaceParts;
  readonly #forms: SettledForms;
  readonly #root: RootFolder;
  readonly #started: LocalProcess[] = [];
  #prepared: Prepared | undefined;

  constructor(parts: WorkspaceParts) {
    this.location = parts.location;
    this.base = parts.base;
    this.#parts = parts;
    this.#forms = new SettledForms(parts.settled);
    this.#root = new RootFolder(parts.location);
  }

  spawn(request: SpawnRequest): Process {
    const started = this.#parts.attempts.spawn(request, this.location);
    this.#started.push(started);
    return started;
  }

  async fork(attempt: string): Promise<Workspace> {
    return await this.#forms.use((settled) => this.#parts.fork(settled, attempt));
  }

  async stage(sets: readonly StagedSet[]): Promise<void> {
    await this.#root.ensure();
    await restoreFrozen(this.location, this.#parts.injected);
    await stageSets(this.location, sets);
  }

  async fingerprint(paths: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
    await this.#root.ensure();
    return await fingerprints(this.location, paths);
  }

  async capture(path: string, options: CaptureOptions): Promise<Capture> {
    await this.#root.ensure();
    return await captureFile(this.location, path, options);
  }

  async commit(label: string, attempt?: Abortable): Promise<string> {
    await this.#root.ensure();
    const { contents, history, injected, name } = this.#parts;
    // A frozen file is not the task's to change.
    await restoreFrozen(this.location, injected);
    const { state, changes } = await contents.recordSince(
      this.#forms.current.state,
      attempt?.signal,
    );
    const kept = changes.filter(({ ignored }) => !ignored);
    const publication = await history.prepare(kept, label, name);
    this.#prepared = { publication, state, changes: kept };
    return publication.commit;
  }

  async settle(commit: string | null): Promise<void> {
    this.#release();
    await this.#root.ensure();
    const { folder, history, branch, contents } = this.#parts;
    const prepared = this.#prepared;
    this.#prepared = undefined;
    const { current } = this.#forms;
    if (commit === null) {
      if (prepared !== undefined) await this.#forget(prepared.publication);
      const state = await restoreState(this.location, contents, current.state);
      await folder.restore(current.repository);
      await this.#forms.replace({ ...current, state });
      return;
    }
    if (prepared === undefined || prepared.publication.commit !== commit) {
      throw new Error(`commit ${commit} was not prepared in this workspace`);
    }
    const { state, publication, changes } = prepared;
    const move = { branch, from: current.publication, to: publication, changes };
    await folder.moveTo(current.repository, move);
    history.settle(publication);
    await this.#forms.replace({ state, publication, repository: await folder.save() });
  }

  async #forget({ index }: Publication): Promise<void> {
    if (index !== this.#forms.current.publication.index) await removeTree(index);
  }

  /** Once an attempt is settled nobody reads what it said any more. */
  #release(): void {
    for (const one of this.#started.splice(0)) one.release();
  }

  async close(): Promise<void> {
    this.#release();
    await this.#parts.close();
  }
}
