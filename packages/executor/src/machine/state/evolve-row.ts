/** Replays a row: a task, an item of a fan-out or a round settled. */
import {
  type CapturedFile,
  invariant,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownField,
  type TaskResult,
} from "@crucible/core";
import type { Graph } from "../graph/graph.js";
import { dependencySettled } from "./evolve-readiness.js";
import type { Fan, Instance, Kept, Settled } from "./instance.js";
import { RUNNING, SETTLED } from "./lifecycle.js";
import { loopRunOf, memberOf, placeOfRow } from "./locate.js";
import type { State } from "./state.js";

/** How many required tasks that did not pass are remembered by name for the verdict's reasons. */
const NOT_PASSED_NAMED = 20;

export function evolveRow(graph: Graph, state: State, entry: TaskResult): void {
  const place = placeOfRow(graph, entry.task);
  invariant(place, "a row of a task which the plan does not have", entry.task);
  switch (place.kind) {
    case "item":
      itemSettled(graph, state, entry, place.task, place.key);
      break;
    case "round":
      roundSettled(graph, state, entry, place.task, place.round);
      break;
    case "task":
      taskSettled(graph, state, entry, place.task);
  }
}

/** Round one begins: the body holds the shared workspace until its own-name rows. */
export function beginLoop(graph: Graph, state: State, task: number): void {
  const run = loopRunOf(graph, state, task);
  const loop = graph.loopOf[task];
  invariant(run && loop, "a loop that the plan does not have");
  run.state = RUNNING;
  state.activeLoop = loop.index;
  for (const member of run.members) state.moveTask(graph, member.task, RUNNING);
}

function itemSettled(
  graph: Graph,
  state: State,
  entry: TaskResult,
  task: number,
  key: string,
): void {
  const fan = state.fans[task];
  const instance = fan?.byKey.get(key);
  invariant(fan && instance, "a row of an item that was not expanded", entry.task);
  instanceSettled(graph, state, instance, settledOf(graph, entry, task));
  fan.settled += 1;
  if (entry.status === "pass") fan.passed += 1;
  if (entry.status === "not_taken") fan.notTaken += 1;
  if (entry.blocked?.reason === "budget_ceiling") fan.refused += 1;
}

function instanceSettled(graph: Graph, state: State, instance: Instance, settled: Settled): void {
  invariant(!instance.flight, "a row of what is in flight", instance.row);
  state.moveInstance(graph, instance, SETTLED);
  instance.settled = settled;
}

function roundSettled(
  graph: Graph,
  state: State,
  entry: TaskResult,
  task: number,
  round: number,
): void {
  const run = loopRunOf(graph, state, task);
  const member = memberOf(graph, state, task);
  invariant(run && member, "a row of a round outside every loop", entry.task);
  const settled = settledOf(graph, entry, task);
  if (member.instance?.round === round) {
    instanceSettled(graph, state, member.instance, settled);
  }
  member.last = {
    round,
    settled,
    blocked: entry.blocked,
    transport: entry.transport,
    agent: entry.agent,
    files: entry.files as readonly CapturedFile[] | undefined,
  };
}

function taskSettled(graph: Graph, state: State, entry: TaskResult, task: number): void {
  const settled = settledOf(graph, entry, task);
  state.results[task] = withLastRound(graph, state, settled, task);
  state.completion ??= state.awaited.find((awaited) => awaited.task === task);
  const instance = state.plain[task];
  if (instance) {
    instanceSettled(graph, state, instance, settled);
  } else {
    state.moveTask(graph, task, SETTLED);
  }
  state.openFans.delete(task);
  const run = loopRunOf(graph, state, task);
  if (run) {
    if (run.state === RUNNING) state.activeLoop = -1;
    run.state = SETTLED;
  }
  if (graph.epilogue[task] === 0 && graph.tasks[task]?.required) noteRequired(state, entry, task);
  dependencySettled(graph, state, task);
}

/** An own-name row repeats its last round, whose output the machine did not write again. */
function withLastRound(graph: Graph, state: State, settled: Settled, task: number): Settled {
  const last = memberOf(graph, state, task)?.last?.settled;
  return last ? { ...settled, hasOutput: last.hasOutput, kept: last.kept } : settled;
}

function noteRequired(state: State, entry: TaskResult, task: number): void {
  if (entry.status === "pass" || entry.status === "not_taken") return;
  state.notPassedCount += 1;
  if (state.notPassed.length < NOT_PASSED_NAMED) state.notPassed.push(task);
  const stops = stopsDispatch(entry) && !failedOnCostAlone(state.fans[task]);
  if (state.stoppedBy < 0 && stops) state.stoppedBy = task;
}

/** A fan-out of which the cost ceiling refused what did not pass: like any task it refused, it leaves the rest to run (CEIL-022). */
function failedOnCostAlone(fan: Fan | undefined): boolean {
  return fan !== undefined && fan.passed + fan.notTaken + fan.refused === fan.settled;
}

/** A task that was blocked or truncated follows from what stopped dispatch already; the others stop it (EXEC-010, EXEC-011). */
function stopsDispatch(entry: TaskResult): boolean {
  if (entry.status === "blocked") return entry.blocked?.reason === "staging_refused";
  return entry.status !== "truncated";
}

function settledOf(graph: Graph, entry: TaskResult, task: number): Settled {
  return {
    row: entry.task,
    status: entry.status,
    note: entry.note,
    hasOutput: entry.output !== undefined || entry.output_blob !== undefined,
    files: (entry.files?.length ?? 0) > 0,
    kept: keptOf(graph.reads[task] ?? [], entry),
  };
}

function keptOf(fields: readonly string[], entry: TaskResult): Kept | undefined {
  if (fields.length === 0) return undefined;
  const source: JsonValue | undefined = entry.reads ?? entry.output;
  if (!isJsonObject(source)) return undefined;
  const kept = new Map<string, JsonValue>();
  for (const field of fields) {
    const value = ownField(source as JsonObject, field);
    if (value !== undefined) kept.set(field, value);
  }
  return kept;
}
