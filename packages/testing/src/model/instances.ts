/** Fan-outs: running and folding instances. */
import type { Task } from "@crucible/core";
import { closedFor, completed } from "./closing.js";
import { aligned, foldOf } from "./fan-out.js";
import { joinAndWhen } from "./preconditions.js";
import { startOrSettle } from "./starting.js";
import { isInFlight, type ModelRow, type ModelState, settle, type View } from "./state.js";

export function stepInstances(state: ModelState, task: Task, keys: readonly string[]): boolean {
  for (const key of keys) {
    const row = `${task.name}[${key}]`;
    if (state.rows.has(row) || isInFlight(state, row)) continue;
    const closed = closedFor(state, task);
    if (closed === "leave") continue;
    if (closed) return settle(state, row, closed);
    const undone = joinAndWhen(state, task, viewOfItem(state, task, key));
    if (undone) return settle(state, row, undone);
    if (startOrSettle(state, task, row, viewOfItem(state, task, key), { key })) return true;
  }
  return foldInstances(state, task, keys);
}

export function foldInstances(state: ModelState, task: Task, keys: readonly string[]): boolean {
  const instances = new Map<string, ModelRow>();
  for (const key of keys) {
    const row = state.rows.get(`${task.name}[${key}]`);
    if (row) instances.set(key, row);
  }
  const running = state.flights.some((flight) => flight.task.name === task.name);
  // After a completion a fan-out is cut short; one of which nothing ran has not settled.
  const cut = completed(state) && !running && instances.size > 0;
  if (instances.size < keys.length && !cut) return false;
  const { status, output } = foldOf(instances);
  const costNano = [...instances.values()].reduce((sum, row) => sum + row.costNano, 0);
  return settle(state, task.name, { status, output, costNano });
}

/** A dependency that maps over the same list is seen by its item of the same key. */
function viewOfItem(state: ModelState, task: Task, key: string): View {
  return (name) =>
    (aligned(task, state.byName.get(name)) ? state.rows.get(`${name}[${key}]`) : undefined) ??
    state.rows.get(name);
}
