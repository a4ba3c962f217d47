/**
 * A loop: rounds of the body, one task at a time in dependency order, each under its own join and `when`, until the
 * reviewer does not fail, the rounds are used up, a ceiling falls or dispatch stops (LOOP-017 to LOOP-030).
 *
 * The controller goes on until an attempt is started or the loop has ended, so it never waits with nothing in flight.
 */
import { invariant } from "@crucible/core";
import { taskAt } from "../graph/graph.js";
import type { Loop } from "../graph/loop.js";
import { roundRow } from "../graph/row-name.js";
import type { LoopRun, Member, Settled } from "../state/instance.js";
import { READY, RUNNING } from "../state/lifecycle.js";
import { admit } from "./ceilings.js";
import { closureOf, completionInForce } from "./closure.js";
import { isolationRefusal } from "./isolation.js";
import { preconditions } from "./join.js";
import { rowOf, type Settlement, type Undispatched } from "./settlement.js";
import { emitStart } from "./start.js";
import type { Step } from "./step.js";
import { roundView } from "./view.js";

/** Rows of a first round in which nothing has run: they are written only if something does (LOOP-042). */
type Held = Map<number, { readonly row: Settled; readonly settlement: Undispatched }>;

export function advanceLoop(step: Step, loop: Loop): void {
  const run = step.state.loops[loop.index];
  invariant(run && (run.state === READY || run.state === RUNNING), "a loop out of turn");
  const held: Held = new Map();
  let { round } = run;
  for (;;) {
    if (isMain(step, loop) && completionInForce(step)) break;
    const member = nextMember(run, round, held);
    if (!member) {
      if (!goesOn(step, loop, run, round)) break;
      round += 1;
      continue;
    }
    const stopped = stopOf(step, loop, member, round, held);
    if (!stopped) {
      writeHeld(step, held);
      startRound(step, member, round);
      return;
    }
    settleRound(step, run, member, round, stopped, held);
  }
  endLoop(step, run, held);
}

/** The first body task without a result in this round. */
function nextMember(run: LoopRun, round: number, held: Held): Member | undefined {
  return run.members.find((member) => (member.last?.round ?? 0) < round && !held.has(member.task));
}

/** Why a body task does not run in this round. */
function stopOf(
  step: Step,
  loop: Loop,
  member: Member,
  round: number,
  held: Held,
): Undispatched | undefined {
  const view = roundView(step, member.task, round, rowsOf(held));
  const stopped = preconditions(step, member.task, view);
  if (stopped) return stopped;
  const closed = closureOf(step, !isMain(step, loop));
  return closed ?? isolationRefusal(step, member.task) ?? admit(step, loop.spends);
}

/** Whether another round begins after one that is complete. */
function goesOn(step: Step, loop: Loop, run: LoopRun, round: number): boolean {
  const reviewer = run.members.find((member) => member.task === loop.reviewer)?.last;
  if (reviewer?.round !== round || reviewer.settled.status !== "fail") return false;
  if (round >= loop.maxRounds || closureOf(step, !isMain(step, loop))) return false;
  return admit(step, loop.spends) === undefined;
}

function startRound(step: Step, member: Member, round: number): void {
  const task = taskAt(step.graph, member.task);
  const known = member.instance?.round === round ? member.instance.attempts : 0;
  emitStart(step, member.task, roundRow(task.name, round), known + 1);
}

function settleRound(
  step: Step,
  run: LoopRun,
  member: Member,
  round: number,
  stopped: Undispatched,
  held: Held,
): void {
  const row = roundRow(taskAt(step.graph, member.task).name, round);
  if (run.state !== RUNNING) {
    const { status, note } = stopped;
    const settled = { row, status, note, hasOutput: false, files: false, kept: undefined };
    held.set(member.task, { row: settled, settlement: stopped });
    return;
  }
  const instance = member.instance?.round === round ? member.instance : undefined;
  const place = {
    row,
    task: member.task,
    attempts: instance?.attempts ?? 0,
    costNano: instance?.costNano ?? 0,
  };
  step.emit(rowOf(step, place, stopped));
}

function writeHeld(step: Step, held: Held): void {
  for (const [task, { row, settlement }] of held) {
    step.emit(rowOf(step, { row: row.row, task, attempts: 0, costNano: 0 }, settlement));
  }
}

/** Each body task's own-name row: its last round, the spend of all (LOOP-043, LOOP-044). */
function endLoop(step: Step, run: LoopRun, held: Held): void {
  for (const member of run.members) {
    const settlement = lastRound(member) ?? held.get(member.task)?.settlement;
    // Never dispatched before an early completion: it stays unsettled (EXEC-032).
    if (!settlement) continue;
    const place = {
      row: taskAt(step.graph, member.task).name,
      task: member.task,
      attempts: member.ran ? 1 : 0,
      costNano: member.costNano,
    };
    step.emit(rowOf(step, place, settlement));
  }
}

function lastRound(member: Member): Settlement | undefined {
  const last = member.last;
  if (!last) return undefined;
  return {
    status: last.settled.status,
    note: last.settled.note,
    blocked: last.blocked,
    transport: last.transport,
    agent: last.agent,
    files: last.files,
  };
}

function rowsOf(held: Held): ReadonlyMap<number, Settled> {
  return new Map([...held].map(([task, { row }]) => [task, row]));
}

function isMain(step: Step, loop: Loop): boolean {
  return step.graph.epilogue[loop.first] === 0;
}
