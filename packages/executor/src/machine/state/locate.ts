/** From row names to records. */
import type { Graph } from "../graph/graph.js";
import { roundOf, splitRow } from "../graph/row-name.js";
import { type Instance, type LoopRun, type Member, newInstance } from "./instance.js";
import type { State } from "./state.js";

/** What a row name means in a plan. */
export type RowPlace =
  | { readonly kind: "task"; readonly task: number }
  | { readonly kind: "item"; readonly task: number; readonly key: string }
  | { readonly kind: "round"; readonly task: number; readonly round: number };

export function placeOfRow(graph: Graph, row: string): RowPlace | undefined {
  const plain = graph.indexOf.get(row);
  if (plain !== undefined) return { kind: "task", task: plain };
  const parts = splitRow(row);
  const task = parts ? graph.indexOf.get(parts.node) : undefined;
  if (!parts || task === undefined) return undefined;
  if (graph.tasks[task]?.over) return { kind: "item", task, key: parts.inner };
  const round = roundOf(parts.inner);
  return round === undefined ? undefined : { kind: "round", task, round };
}

/** The record of a row that has one; items have theirs from the expansion on. */
export function instanceAt(graph: Graph, state: State, row: string): Instance | undefined {
  // A task's own name needs no taking apart, and most rows are tasks.
  const plain = graph.indexOf.get(row);
  if (plain !== undefined) return state.plain[plain];
  const place = placeOfRow(graph, row);
  switch (place?.kind) {
    case "item":
      return state.fans[place.task]?.byKey.get(place.key);
    case "round": {
      const instance = memberOf(graph, state, place.task)?.instance;
      return instance?.round === place.round ? instance : undefined;
    }
    default:
      return undefined;
  }
}

/** The record of a row, made when it is its first attempt. */
export function ensureInstance(graph: Graph, state: State, row: string): Instance | undefined {
  const place = placeOfRow(graph, row);
  if (!place) return undefined;
  if (place.kind === "item") return state.fans[place.task]?.byKey.get(place.key);
  if (place.kind === "task") {
    const known = state.plain[place.task] ?? newInstance(place.task, row);
    state.plain[place.task] = known;
    return known;
  }
  const member = memberOf(graph, state, place.task);
  if (!member) return undefined;
  if (member.instance?.round !== place.round) {
    member.instance = newInstance(place.task, row, { round: place.round });
  }
  return member.instance;
}

export function loopRunOf(graph: Graph, state: State, task: number): LoopRun | undefined {
  const loop = graph.loopOf[task];
  return loop && state.loops[loop.index];
}

export function memberOf(graph: Graph, state: State, task: number): Member | undefined {
  return loopRunOf(graph, state, task)?.members.find((member) => member.task === task);
}
