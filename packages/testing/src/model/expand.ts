/** A fan-out whose turn came: its items, or why it has none. */
import type { Task } from "@crucible/core";
import { expandItems } from "./fan-out.js";
import { costRefuses } from "./spending.js";
import { type ModelState, settle } from "./state.js";

export function expand(state: ModelState, task: Task): boolean {
  const items = expandItems(task, (name) => state.rows.get(name));
  if (items === undefined) return settle(state, task.name, { status: "fail" });
  // A node that may not start one instance is refused as a whole; no rule asks for rows of instances then.
  if (items.length > 0 && costRefuses(state, task)) {
    return settle(state, task.name, { status: "blocked", reason: "budget_ceiling" });
  }
  state.keys.set(task.name, items);
  return true;
}
