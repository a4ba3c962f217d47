/** Loops: rounds of the body in dependency order, one task at a time in the shared workspace. */
import type { Task } from "@crucible/core";
import type { Body } from "./body.js";
import { closedFor, completed } from "./closing.js";
import { joinAndWhen } from "./preconditions.js";
import { settleRound } from "./round-rows.js";
import { costRefuses } from "./spending.js";
import { hasSlot, sharedIsFree, startOrSettle } from "./starting.js";
import { type Closed, type LoopState, type ModelState, settle, type View } from "./state.js";

export function stepLoop(state: ModelState, { reviewer, body }: Body): boolean {
  const loop = state.loops.get(reviewer.name);
  if (!loop) return beginLoop(state, reviewer, body);
  const view: View = (name) =>
    body.some((member) => member.name === name) ? loop.rows.get(name) : state.rows.get(name);
  if (body.some((member) => state.flights.some((flight) => flight.task === member))) return false;
  for (const member of body) {
    if (loop.rows.has(member.name) || completed(state)) continue;
    const row = `${member.name}[round-${loop.round}]`;
    const undone = joinAndWhen(state, member, view) ?? closedInRound(state, member);
    if (undone) return settleRound(state, member, loop, undone);
    return startOrSettle(state, member, row, view, { round: loop.round });
  }
  return endRound(state, reviewer, body, loop);
}

/** Within a round joins and conditions come first, then whatever ended dispatch (LOOP-027). */
function closedInRound(state: ModelState, member: Task): Closed | undefined {
  const closed = closedFor(state, member);
  return closed === "leave" ? undefined : closed;
}

function beginLoop(state: ModelState, reviewer: Task, body: readonly Task[]): boolean {
  const outside = body
    .flatMap((member) => member.dependsOn)
    .filter((name) => !body.some((member) => member.name === name));
  for (const member of body) {
    if (state.rows.has(member.name)) continue;
    const closed = closedFor(state, member);
    if (closed === "leave") return false;
    if (closed) return settle(state, member.name, closed);
  }
  if (!outside.every((name) => state.rows.has(name))) return false;
  if (!hasSlot(state) || !sharedIsFree(state, reviewer)) return false;
  const loop = { round: 1, started: false, rows: new Map(), last: new Map() };
  state.loops.set(reviewer.name, loop);
  return true;
}

function endRound(
  state: ModelState,
  reviewer: Task,
  body: readonly Task[],
  loop: LoopState,
): boolean {
  const review = loop.rows.get(reviewer.name);
  // A round in which nothing could be dispatched did not run, and would end in the same way again (LOOP-021, LOOP-042).
  const again =
    loop.started &&
    review?.status === "fail" &&
    loop.round < (reviewer.revise?.maxRounds ?? 0) &&
    closedFor(state, reviewer) === undefined &&
    !costRefuses(state, reviewer);
  if (again) {
    loop.round += 1;
    loop.rows = new Map();
    return true;
  }
  let settled = false;
  for (const member of body) {
    const last = loop.last.get(member.name);
    if (!last) continue;
    const rounds = Array.from(
      { length: loop.round },
      (_, index) => `${member.name}[round-${index + 1}]`,
    );
    // A last round that was cut off without a row has spent as well.
    const costNano = rounds.reduce((sum, row) => sum + (state.costs.get(row) ?? 0), 0);
    state.rows.set(member.name, { ...last, costNano });
    settled = true;
  }
  state.loops.delete(reviewer.name);
  return settled;
}
