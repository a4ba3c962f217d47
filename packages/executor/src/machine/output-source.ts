/** Which rows hold the output of a row that the machine wrote without one. */
import type { Entry } from "@crucible/core";
import type { Graph } from "./graph/graph.js";
import type { OutputSource } from "./machine.js";
import { memberOf, placeOfRow } from "./state/locate.js";
import type { State } from "./state/state.js";

export function outputSourceOf(graph: Graph, state: State, entry: Entry): OutputSource | undefined {
  if (entry.kind !== "task_result" || entry.reused) return undefined;
  const place = placeOfRow(graph, entry.task);
  if (place?.kind !== "task") return undefined;
  const last = memberOf(graph, state, place.task)?.last?.settled;
  if (last) return last.hasOutput ? { kind: "row", row: last.row } : undefined;
  const fan = state.fans[place.task];
  if (!fan) return undefined;
  const rows = new Map<string, string>();
  for (const { key, row, settled } of fan.instances) {
    if (key !== undefined && settled?.status === "pass") rows.set(key, row);
  }
  return { kind: "outputs", rows };
}
