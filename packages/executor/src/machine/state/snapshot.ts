/** A plain picture of the whole state, to compare a live machine with a replayed one. Queues are hints and left out. */
import type { JsonObject, JsonValue } from "@crucible/core";
import { type Graph, taskAt } from "../graph/graph.js";
import type { Fan, Instance, LoopRun, Settled } from "./instance.js";
import { TASK_STATES } from "./lifecycle.js";
import type { State } from "./state.js";

export function snapshotOf(graph: Graph, state: State): JsonObject {
  return {
    phase: state.phase,
    tasks: graph.tasks.map((task, index) => ({
      name: task.name,
      state: TASK_STATES[state.taskState[index] ?? 0] ?? "",
      unmet: state.unmet[index] ?? 0,
      result: settledPicture(state.results[index]),
      instance: instancePicture(state.plain[index]),
      fan: fanPicture(state.fans[index]),
    })),
    loops: state.loops.map((run) => loopPicture(graph, run)),
    active_loop: state.activeLoop,
    open_fans: [...state.openFans].sort((a, b) => a - b),
    in_flight: [...state.flights].map((instance) => instance.row),
    slots_used: state.slotsUsed,
    workspace_busy: state.workspaceBusy,
    unsettled: state.unsettled,
    idle: state.idle,
    money: [state.settledNano, state.inFlightNano, state.costNano],
    wall_ms: state.wallMs,
    ceilings: [
      state.costReached,
      state.wallReached,
      state.costReachedInMain,
      state.wallReachedInMain,
    ],
    stopped_by: state.stoppedBy,
    not_passed: [state.notPassedCount, ...state.notPassed],
    completion: state.completion ? { ...state.completion } : null,
    halting: state.halting,
    stop_reason: state.stopReason ?? null,
    verdict: state.verdict ? { ...state.verdict } : null,
    requests: [...state.requests].map(([row, digest]) => [row, digest]),
  };
}

function settledPicture(settled: Settled | undefined): JsonValue {
  if (!settled) return null;
  const { row, status, note, hasOutput, files, kept } = settled;
  return { row, status, note, has_output: hasOutput, files, kept: kept ? [...kept] : null };
}

function instancePicture(instance: Instance | undefined): JsonValue {
  if (!instance) return null;
  return {
    row: instance.row,
    state: TASK_STATES[instance.state] ?? "",
    attempts: instance.attempts,
    transport_failures: instance.transportFailures,
    cost_nano: instance.costNano,
    flight: instance.flight ? { ...instance.flight } : null,
    settled: settledPicture(instance.settled),
  };
}

function fanPicture(fan: Fan | undefined): JsonValue {
  if (!fan) return null;
  return {
    keys: fan.keys,
    instances: fan.instances.map(instancePicture),
    counts: [fan.settled, fan.passed, fan.notTaken, fan.refused, fan.inFlight],
  };
}

function loopPicture(graph: Graph, run: LoopRun): JsonValue {
  return {
    state: TASK_STATES[run.state] ?? "",
    unmet: run.unmet,
    round: run.round,
    members: run.members.map((member) => ({
      task: taskAt(graph, member.task).name,
      instance: instancePicture(member.instance),
      last: member.last
        ? { round: member.last.round, settled: settledPicture(member.last.settled) }
        : null,
      cost_nano: member.costNano,
      ran: member.ran,
    })),
  };
}
