/**
 * What a task reads of earlier runs of its series: the newest records up to its depth, oldest first, with whole records
 * left out from the oldest end when they are too large together (HIST-014 to HIST-017, HIST-022 to HIST-024).
 */
import { canonicalJson, type JsonObject } from "@crucible/core";

export interface History {
  readonly records: readonly JsonObject[];
  /** Records within the task's depth that the bound on size left out. */
  readonly dropped: number;
}

/** `recorded` is oldest first. */
export function historyFor(
  recorded: readonly JsonObject[],
  depth: number,
  bytesMax: number,
): History {
  const within = recorded.slice(-depth);
  let bytes = "[]".length;
  let kept = 0;
  for (const record of [...within].reverse()) {
    // A comma and the record; the first one has no comma, which makes the bound one byte stricter than it need be.
    bytes += 1 + new TextEncoder().encode(canonicalJson(record)).length;
    if (bytes > bytesMax) break;
    kept++;
  }
  return { records: kept === 0 ? [] : within.slice(-kept), dropped: within.length - kept };
}
