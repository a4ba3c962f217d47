/**
 * Replays one entry: the only way state changes. No rule is applied here; what an entry decided is taken as decided, so
 * a newer engine reads an old log as the older engine meant it.
 */
import {
  type AttemptEnded,
  type AttemptStarted,
  type CeilingReached,
  type CompletionAccepted,
  type Entry,
  type FanOut,
  invariant,
  nanoFromUsd,
  type Recovery,
  type SpendReported,
} from "@crucible/core";
import { type Graph, taskAt } from "../graph/graph.js";
import { instanceRow } from "../graph/row-name.js";
import { needsSlot, needsWorkspace } from "../graph/slots.js";
import { openStage } from "./evolve-readiness.js";
import { beginLoop, evolveRow } from "./evolve-row.js";
import { type Fan, newInstance, type Settled } from "./instance.js";
import { READY, RUNNING } from "./lifecycle.js";
import { ensureInstance, instanceAt, loopRunOf, memberOf, placeOfRow } from "./locate.js";
import { placeOf, type State } from "./state.js";

export function evolve(graph: Graph, state: State, entry: Entry): void {
  const isFirst = state.phase === "new";
  invariant(isFirst === (entry.kind === "plan_admitted"), "a plan is admitted once, and first");
  switch (entry.kind) {
    case "plan_admitted":
      state.phase = "main";
      openStage(graph, state, 0);
      break;
    case "attempt_started":
      attemptStarted(graph, state, entry);
      break;
    case "attempt_ended":
      attemptEnded(graph, state, entry);
      break;
    case "spend":
      spend(graph, state, entry);
      break;
    case "fan_out":
      fanOut(graph, state, entry);
      break;
    case "task_result":
      evolveRow(graph, state, entry);
      break;
    case "decision_wait":
      state.requests.set(entry.task, entry.evidence_digest);
      break;
    default:
      evolveRun(graph, state, entry);
  }
}

/** Entries that concern the run as a whole. */
function evolveRun(graph: Graph, state: State, entry: Entry): void {
  switch (entry.kind) {
    case "completion":
      completed(graph, state, entry);
      break;
    case "ceiling_reached":
      ceilingReached(state, entry);
      break;
    case "halt_requested":
      state.halting = true;
      break;
    case "halted":
      state.phase = "halted";
      break;
    case "stop_requested":
      state.stopReason = entry.reason;
      break;
    case "recovery":
      recovery(graph, state, entry);
      break;
    case "verdict":
      state.verdict = { verdict: entry.verdict, outcome: entry.outcome };
      state.phase = "epilogue";
      // A loop that early completion cut short before its first row holds nothing any more.
      state.activeLoop = -1;
      openStage(graph, state, 1);
      break;
    case "shutdown":
      state.phase = "finished";
      break;
    default:
  }
}

/** A task's own completion is in force at once, an item's when its node has folded (EXEC-041). */
function completed(graph: Graph, state: State, entry: CompletionAccepted): void {
  const task = placeOfRow(graph, entry.task)?.task ?? -1;
  const completion = { by: entry.task, reason: entry.reason, task };
  const waits = graph.tasks[task]?.over !== undefined && !state.results[task];
  if (waits) state.awaited.push(completion);
  else state.completion ??= completion;
}

function attemptStarted(graph: Graph, state: State, entry: AttemptStarted): void {
  const instance = ensureInstance(graph, state, entry.task);
  invariant(instance, "an attempt of a task which the plan does not have", entry.task);
  const task = taskAt(graph, instance.task);
  if (instance.round > 0) {
    const loop = loopRunOf(graph, state, instance.task);
    const member = memberOf(graph, state, instance.task);
    invariant(loop && member, "an attempt of a round outside every loop", entry.task);
    if (loop.state !== RUNNING) beginLoop(graph, state, instance.task);
    loop.round = Math.max(loop.round, instance.round);
    member.ran = true;
  }
  state.moveInstance(graph, instance, RUNNING);
  instance.attempts = entry.attempt;
  instance.flight = { attempt: entry.attempt, spendNano: 0 };
  state.flights.add(instance);
  if (needsSlot(task)) state.slotsUsed += 1;
  if (needsWorkspace(task)) state.workspaceBusy = true;
  const fan = state.fans[instance.task];
  if (fan) fan.inFlight += 1;
}

function attemptEnded(graph: Graph, state: State, entry: AttemptEnded): void {
  const instance = instanceAt(graph, state, entry.task);
  const flight = instance?.flight;
  invariant(instance && flight, "an end of what is not in flight", entry.task);
  const task = taskAt(graph, instance.task);
  const costNano = nanoFromUsd(entry.cost_usd);
  state.settledNano += costNano;
  state.inFlightNano -= flight.spendNano;
  instance.costNano += costNano;
  instance.flight = undefined;
  state.flights.delete(instance);
  state.moveInstance(graph, instance, READY);
  if (needsSlot(task)) state.slotsUsed -= 1;
  if (needsWorkspace(task)) state.workspaceBusy = false;
  if (entry.cause === "transport") instance.transportFailures += 1;
  const member = memberOf(graph, state, instance.task);
  if (member) {
    member.costNano += costNano;
    return;
  }
  const fan = state.fans[instance.task];
  if (fan) fan.inFlight -= 1;
  // Whatever is not judged now takes its turn again, here or after a resume.
  if (entry.cause === "transport" || entry.outcome === "cancelled" || entry.cause === "lost") {
    state.ready.push(placeOf(instance.task, instance.ordinal));
  }
}

function spend(graph: Graph, state: State, entry: SpendReported): void {
  const flight = instanceAt(graph, state, entry.task)?.flight;
  if (flight?.attempt !== entry.attempt) return;
  const costNano = nanoFromUsd(entry.cost_usd);
  state.inFlightNano += costNano - flight.spendNano;
  flight.spendNano = costNano;
}

function fanOut(graph: Graph, state: State, entry: FanOut): void {
  const task = graph.indexOf.get(entry.task);
  invariant(task !== undefined, "a fan-out which the plan does not have", entry.task);
  const instances = entry.keys.map((key, position) =>
    newInstance(task, instanceRow(entry.task, key), { key, ordinal: position + 1 }),
  );
  const fan: Fan = {
    task,
    keys: entry.keys,
    instances,
    byKey: new Map(instances.map((instance) => [instance.key ?? "", instance])),
    settled: 0,
    passed: 0,
    notTaken: 0,
    refused: 0,
    inFlight: 0,
  };
  state.fans[task] = fan;
  // A reused fan-out is expanded before the tasks it depends on ran, and its rows follow at once.
  if (state.taskState[task] !== READY) return;
  state.moveTask(graph, task, RUNNING);
  state.openFans.add(task);
  for (const instance of instances) state.ready.push(placeOf(task, instance.ordinal));
}

function ceilingReached(state: State, entry: CeilingReached): void {
  const inMain = state.phase === "main";
  if (entry.ceiling === "cost") {
    state.costReached = true;
    state.costReachedInMain ||= inMain;
  } else {
    state.wallReached = true;
    state.wallReachedInMain ||= inMain;
  }
}

function recovery(graph: Graph, state: State, entry: Recovery): void {
  state.halting = false;
  state.phase = state.verdict ? "epilogue" : "main";
  if (entry.budget_usd !== undefined) state.costNano = nanoFromUsd(entry.budget_usd);
  if (entry.wall_clock_ms !== undefined) state.wallMs = entry.wall_clock_ms;
  for (const row of entry.missing_files ?? []) {
    const settled = settledAt(graph, state, row);
    if (settled) settled.files = false;
    forgetRoundsFiles(graph, state, row);
  }
}

/** A loop's own row must not repeat a round's set that did not survive (RESUME-022). */
function forgetRoundsFiles(graph: Graph, state: State, row: string): void {
  const place = placeOfRow(graph, row);
  const member = place?.kind === "round" ? memberOf(graph, state, place.task) : undefined;
  if (member?.last?.settled.row === row) member.last = { ...member.last, files: undefined };
}

/** What is kept of a row, if it settled. */
function settledAt(graph: Graph, state: State, row: string): Settled | undefined {
  const place = placeOfRow(graph, row);
  switch (place?.kind) {
    case "task":
      return state.results[place.task];
    case "item":
      return state.fans[place.task]?.byKey.get(place.key)?.settled;
    case "round": {
      const settled = memberOf(graph, state, place.task)?.last?.settled;
      return settled?.row === row ? settled : undefined;
    }
    default:
      return undefined;
  }
}
