/** Settled envelopes: status, note, output and files of a row, and of each item of a fan-out (EXEC-115 to EXEC-122). */
import { type Graph, taskAt } from "../graph/graph.js";
import type { SettledEntry } from "../machine.js";
import type { Settled } from "../state/instance.js";
import type { State } from "../state/state.js";

/** Rows whose set is staged for the consumer at hand. */
export type StagedNames = ReadonlySet<string>;

export function envelope(settled: Settled, staged: StagedNames): SettledEntry {
  return {
    row: settled.row,
    status: settled.status,
    note: settled.note === "" ? null : settled.note,
    hasOutput: settled.hasOutput,
    files: staged.has(settled.row),
  };
}

/** A whole node: with `perInstance` when it maps, present and empty when it never expanded. */
export function nodeEnvelope(
  graph: Graph,
  state: State,
  task: number,
  staged: StagedNames,
): SettledEntry | undefined {
  const settled = state.results[task];
  if (!settled) return undefined;
  const own = envelope(settled, staged);
  if (!taskAt(graph, task).over) return own;
  const perInstance = new Map<string, SettledEntry>();
  for (const instance of state.fans[task]?.instances ?? []) {
    if (instance.settled) perInstance.set(instance.key ?? "", envelope(instance.settled, staged));
  }
  const files = [...perInstance.values()].some((entry) => entry.files);
  return { ...own, files, perInstance };
}
