/** Commits that outlive an engine, as a bare repository beside the logs does. */
import type { Tree, TreeChange } from "./tree.js";

export interface RecordedCommit {
  readonly label: string;
  readonly changes: readonly TreeChange[];
  readonly tree: Tree;
}

export class MemoryRepository {
  readonly commits: Map<string, RecordedCommit> = new Map();
}
