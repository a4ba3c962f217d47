/** What an entry asks of the driver: read off the entry, so that the same entry always asks for the same. */
import { type AttemptStarted, type Entry, invariant } from "@crucible/core";
import type { Effect } from "./effect.js";
import { type Graph, taskAt } from "./graph/graph.js";
import { placeOfRow } from "./state/locate.js";
import type { State } from "./state/state.js";

const NONE: readonly Effect[] = [];

export function effectsOf(graph: Graph, state: State, entry: Entry): readonly Effect[] {
  switch (entry.kind) {
    case "attempt_started":
      return [startAttempt(graph, state, entry)];
    case "ceiling_reached":
      return entry.ceiling === "wall_clock"
        ? [{ kind: "end_attempts", cause: "wall_clock" }]
        : NONE;
    case "halt_requested":
      return [{ kind: "end_attempts", cause: "halt" }];
    case "stop_requested":
      return [{ kind: "end_attempts", cause: "stop" }];
    case "halted":
    case "shutdown":
      return [{ kind: "finish" }];
    default:
      return NONE;
  }
}

function startAttempt(graph: Graph, state: State, entry: AttemptStarted): Effect {
  const place = placeOfRow(graph, entry.task);
  invariant(place, "an attempt of a task which the plan does not have", entry.task);
  const plain = {
    kind: "start_attempt",
    task: entry.task,
    node: taskAt(graph, place.task).name,
    attempt: entry.attempt,
    isolated: entry.isolated,
    deadlineMs: entry.deadline_ms,
    limit: entry.deadline_ms >= state.wallMs ? "run" : "task",
  } as const;
  switch (place.kind) {
    case "task":
      return plain;
    case "item":
      return { ...plain, key: place.key };
    case "round":
      return { ...plain, round: place.round };
  }
}
