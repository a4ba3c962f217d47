/** Rows of a loop's rounds, which exist only once something of the loop has run. */
import type { Task } from "@crucible/core";
import { type Closed, type LoopState, loopOf, type ModelRow, type ModelState } from "./state.js";

export function settleRound(
  state: ModelState,
  member: Task,
  loop: LoopState,
  result: Closed,
): boolean {
  const name = `${member.name}[round-${loop.round}]`;
  const row: ModelRow = { costNano: state.costs.get(name) ?? 0, ...result };
  loop.rows.set(member.name, row);
  loop.last.set(member.name, row);
  if (loop.started) state.rows.set(name, row);
  return true;
}

/** The first attempt of a loop brings the rows of what settled before it (LOOP-042). */
export function startRounds(state: ModelState, task: Task): void {
  const loop = loopOf(state, task.name);
  if (!loop || loop.started) return;
  loop.started = true;
  for (const [name, row] of loop.rows) state.rows.set(`${name}[round-1]`, row);
}
