/** Whose captured sets are put before an attempt, asked of every task of the plan in turn (FILE-018, FILE-044, FILE-045). */
import type { Task } from "@crucible/core";
import { aligned } from "./fan-out.js";
import { loopOf, type ModelRow, type ModelState, type Place } from "./state.js";

/** As `directory=digest`, sorted. */
export function stagedSets(state: ModelState, task: Task, place: Place): readonly string[] {
  const staged = state.plan.tasks.flatMap((producer) => {
    const why = reads(state, task, producer);
    return why === "nothing" ? [] : setsOf(state, task, place, producer, why);
  });
  return [...staged, ...reviewOf(state, task, place)].sort();
}

/** What a task may read of a producer: nothing, what passed, or what failed as well. */
function reads(state: ModelState, task: Task, producer: Task): "nothing" | "passed" | "settled" {
  if (task.stage === "epilogue" && producer.stage === "iteration") return "settled";
  if (task.join === "settled" && task.dependsOn.includes(producer.name)) return "settled";
  return isBefore(state, producer, task) ? "passed" : "nothing";
}

/** Whether a dependency path leads from one task to another. */
function isBefore(state: ModelState, earlier: Task, later: Task): boolean {
  const reached = new Set<string>(later.dependsOn);
  for (let size = -1; size < reached.size; ) {
    size = reached.size;
    for (const name of [...reached]) {
      for (const above of state.byName.get(name)?.dependsOn ?? []) reached.add(above);
    }
  }
  return reached.has(earlier.name);
}

function setsOf(
  state: ModelState,
  task: Task,
  place: Place,
  producer: Task,
  why: "passed" | "settled",
): readonly string[] {
  if (!producer.over) {
    return shown(producer.name, rowSeen(state, task, place, producer.name), why);
  }
  const keys = state.keys.get(producer.name) ?? [];
  const narrowed = place.key !== undefined && aligned(task, producer);
  return keys
    .filter((key) => !narrowed || key === place.key)
    .flatMap((key) => {
      const name = `${producer.name}[${key}]`;
      return shown(name, state.rows.get(name), why);
    });
}

/** Within a round, a body task's set is that of this round. */
function rowSeen(
  state: ModelState,
  task: Task,
  place: Place,
  producer: string,
): ModelRow | undefined {
  const body = state.bodies.get(task.name)?.body ?? [];
  const inRound = place.round !== undefined && body.some(({ name }) => name === producer);
  return inRound ? loopOf(state, task.name)?.rows.get(producer) : state.rows.get(producer);
}

/** The failing review that sends a target back (LOOP-035). */
function reviewOf(state: ModelState, task: Task, { round }: Place): readonly string[] {
  const reviewer = state.bodies.get(task.name)?.reviewer.name;
  if (round === undefined || round < 2 || reviewer === undefined || reviewer === task.name)
    return [];
  return shown(reviewer, state.rows.get(`${reviewer}[round-${round - 1}]`), "settled");
}

function shown(
  directory: string,
  row: ModelRow | undefined,
  why: "passed" | "settled",
): readonly string[] {
  if (row?.files === undefined) return [];
  const counts = row.status === "pass" || (row.status === "fail" && why === "settled");
  return counts ? [`${directory}=${row.files}`] : [];
}
