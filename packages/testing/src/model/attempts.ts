/** Ends of attempts: what they settle, what is tried again, and what an interruption loses. */
import type { Fact } from "@crucible/executor/machine";
import { foldInstances } from "./instances.js";
import { type Judged, judgeEnd } from "./judge-end.js";
import { offersOf } from "./offers.js";
import { costRefuses, noteOverrun, reachWall } from "./spending.js";
import { addCost, type Flight, loopOf, type ModelRow, type ModelState } from "./state.js";

const ATTEMPTS_MAX = 3;

export function attemptEnded(
  state: ModelState,
  fact: Extract<Fact, { kind: "attempt_ended" }>,
): void {
  const at = state.flights.findIndex((one) => one.row === fact.task);
  const flight = state.flights[at];
  if (!flight) throw new Error(`the model has no attempt of ${fact.task} in flight`);
  state.flights.splice(at, 1);
  if (fact.end.kind === "deadline" && fact.end.limit === "run") reachWall(state);
  // A figure in flight may settle lower (CEIL-013).
  state.spentNano += fact.costNano;
  addCost(state, flight.row, fact.costNano);
  noteOverrun(state);
  const judged = judgeEnd(
    flight.task,
    fact,
    offersOf(flight.task, (name) => state.rows.get(name)),
  );
  if (judged.kind === "cancelled") state.lost.set(flight.row, flight.attempt);
  else if (judged.kind === "settled") settleFlight(state, flight, judged);
  else failedInTransport(state, flight, judged.retryable);
}

function failedInTransport(state: ModelState, flight: Flight, retryable: boolean): void {
  const used = (state.attempts.get(flight.row) ?? 0) + 1;
  state.attempts.set(flight.row, used);
  const exhausted = !retryable || used >= ATTEMPTS_MAX;
  if (!exhausted && (state.halting || state.stopped)) {
    // No rule says more than that a resume tries again and that nothing starts after a stop: it stays unsettled.
    state.lost.set(flight.row, flight.attempt);
  } else if (!exhausted && mayRetry(state, flight)) {
    state.flights.push({ ...flight, attempt: flight.attempt + 1, reportedNano: 0 });
  } else {
    settleFlight(state, flight, { kind: "settled", status: "transport" });
  }
}

/** A retry belongs to an attempt in flight, which settles normally: only a ceiling takes it back (EXEC-013, EXEC-034). */
function mayRetry(state: ModelState, flight: Flight): boolean {
  return !state.wall && !costRefuses(state, flight.task);
}

function settleFlight(
  state: ModelState,
  flight: Flight,
  judged: Extract<Judged, { kind: "settled" }>,
): void {
  const { status, reason, output, files } = judged;
  const row: ModelRow = {
    status,
    ...(reason === undefined ? {} : { reason }),
    ...(output === undefined ? {} : { output }),
    ...(files === undefined ? {} : { files }),
    costNano: state.costs.get(flight.row) ?? 0,
  };
  state.rows.set(flight.row, row);
  state.attempts.delete(flight.row);
  if (flight.round !== undefined) roundSettled(state, flight.task.name, row);
  // The last instance brings its node's row at once, also while a halt or a stop is under way (MAP-014).
  const keys = state.keys.get(flight.task.name) ?? [];
  const whole = keys.every((key) => state.rows.has(`${flight.task.name}[${key}]`));
  if (flight.key !== undefined && whole) foldInstances(state, flight.task, keys);
  const mayComplete = state.plan.lane === "playbook" && flight.task.stage === "iteration";
  if (status === "pass" && judged.completes && mayComplete) {
    state.completions.add(flight.task.name);
  }
}

function roundSettled(state: ModelState, name: string, row: ModelRow): void {
  const loop = loopOf(state, name);
  loop?.rows.set(name, row);
  loop?.last.set(name, row);
}

/** An interruption loses what was in flight; what it had reported is spent (RESUME-004, RESUME-011). */
export function resumed(state: ModelState, fact: Extract<Fact, { kind: "resumed" }>): void {
  state.halting = false;
  state.ceilings = {
    costNano: fact.costNano ?? state.ceilings.costNano,
    wallMs: fact.wallMs ?? state.ceilings.wallMs,
  };
  for (const row of fact.missingFiles) forgetFiles(state, row);
  for (const flight of state.flights.splice(0)) {
    state.spentNano += flight.reportedNano;
    addCost(state, flight.row, flight.reportedNano);
    state.lost.set(flight.row, flight.attempt);
    noteOverrun(state);
  }
}

/** A set that did not survive is no set, wherever its row is repeated (RESUME-022). */
function forgetFiles(state: ModelState, name: string): void {
  const digest = state.rows.get(name)?.files;
  if (digest === undefined) return;
  const everywhere = [...state.loops.values()].flatMap(({ rows, last }) => [rows, last]);
  for (const rows of [state.rows, ...everywhere]) {
    for (const [row, { files, ...rest }] of rows) if (files === digest) rows.set(row, rest);
  }
}
