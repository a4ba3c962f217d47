/**
 * The state of a run: columns by task index, records of instances, counters and queues. Only `evolve` changes it, and
 * each change costs O(1) plus the edges touched. Queues hold hints: an entry counts only while its task is still ready.
 */
import type { ShutdownOutcome, Verdict } from "@crucible/core";
import { invariant } from "@crucible/core";
import type { Graph } from "../graph/graph.js";
import { MinHeap } from "../graph/heap.js";
import type { Fan, Instance, LoopRun, Settled } from "./instance.js";
import { isMove, READY, type RunPhase, SETTLED, type TaskStateCode, WAITING } from "./lifecycle.js";

/** A task's own place in the queues, then those of its items. */
const PLACES = 2 ** 21;

export interface Completion {
  readonly by: string;
  readonly reason: string | null;
  readonly task: number;
}

export class State {
  phase: RunPhase = "new";
  /** Task state codes. */
  readonly taskState: Uint8Array;
  /** Dependencies that have not settled. */
  readonly unmet: Int32Array;
  /** Rows under the tasks' own names. */
  readonly results: (Settled | undefined)[];
  /** Plain tasks that had an attempt. */
  readonly plain: (Instance | undefined)[];
  readonly fans: (Fan | undefined)[];
  /** Mapped tasks that are expanded and have no row of their own. */
  readonly openFans: Set<number> = new Set();
  readonly loops: readonly LoopRun[];
  /** The loop that holds the shared workspace. */
  activeLoop = -1;

  /** Tasks and instances whose dependencies settled, in declaration order. */
  readonly ready: MinHeap = new MinHeap();
  /** Of those, the ones whose turn came and that need the shared workspace, or only a slot. */
  readonly forWorkspace: MinHeap = new MinHeap();
  readonly forSlot: MinHeap = new MinHeap();

  /** Attempts without an end, oldest first. */
  readonly flights: Set<Instance> = new Set();
  slotsUsed = 0;
  workspaceBusy = false;
  /** Tasks without a row: [main, epilogue]. */
  readonly unsettled: [number, number] = [0, 0];
  /** Tasks that wait or are ready: [main, epilogue]. */
  readonly idle: [number, number] = [0, 0];

  /** Spend of attempts that ended. */
  settledNano = 0;
  /** Spend that attempts in flight have reported. */
  inFlightNano = 0;
  /** Ceilings in force; a resume may raise them. */
  costNano: number;
  wallMs: number;
  costReached = false;
  wallReached = false;
  /** Whether they were reached before the verdict. */
  costReachedInMain = false;
  wallReachedInMain = false;

  /** The first required main task that settled in a way that stops dispatch; -1. */
  stoppedBy = -1;
  /** Required main tasks that neither passed nor were not taken: how many, and the first few. */
  notPassedCount = 0;
  readonly notPassed: number[] = [];
  /** The completion in force; nothing takes its place. */
  completion: Completion | undefined;
  /** Completions by items, the first of each node, until their node has folded (EXEC-041). */
  readonly awaited: Completion[] = [];
  halting = false;
  /** The operator's reason, once a stop was asked for. */
  stopReason: string | undefined;
  verdict: { readonly verdict: Verdict; readonly outcome: ShutdownOutcome } | undefined;
  /** Evidence digests of requests to people, by row. */
  readonly requests: Map<string, string> = new Map();

  constructor(graph: Graph) {
    const size = graph.tasks.length;
    this.taskState = new Uint8Array(size);
    this.unmet = Int32Array.from(graph.dependencies, (list) => list.length);
    this.results = new Array(size).fill(undefined);
    this.plain = new Array(size).fill(undefined);
    this.fans = new Array(size).fill(undefined);
    this.loops = graph.loops.map((loop) => ({
      state: WAITING,
      unmet: loop.outside,
      round: 1,
      members: loop.body.map((task) => ({
        task,
        instance: undefined,
        last: undefined,
        costNano: 0,
        ran: false,
      })),
    }));
    this.costNano = graph.launch.ceilings.costNano;
    this.wallMs = graph.launch.ceilings.wallMs;
    for (const stage of graph.epilogue) {
      this.unsettled[stage as 0 | 1] += 1;
      this.idle[stage as 0 | 1] += 1;
    }
  }

  /** Moves a task and keeps the counters. */
  moveTask(graph: Graph, task: number, to: TaskStateCode): void {
    const from = this.taskState[task] as TaskStateCode;
    invariant(isMove(from, to), "a task cannot make this move", task);
    const stage = graph.epilogue[task] as 0 | 1;
    this.taskState[task] = to;
    if (from <= READY && to > READY) this.idle[stage] -= 1;
    if (from > READY && to <= READY) this.idle[stage] += 1;
    if (to === SETTLED) this.unsettled[stage] -= 1;
  }

  /** Moves an instance; a plain one is its task. */
  moveInstance(graph: Graph, instance: Instance, to: TaskStateCode): void {
    invariant(isMove(instance.state, to), "an instance cannot make this move", instance.row);
    instance.state = to;
    if (isPlain(instance)) this.moveTask(graph, instance.task, to);
  }
}

/** Whether an instance is a task itself, neither an item nor a round. */
function isPlain(instance: Instance): boolean {
  return instance.ordinal === 0 && instance.round === 0;
}

/** Queue entry of a task (ordinal 0) or of one of its items. */
export function placeOf(task: number, ordinal: number): number {
  return task * PLACES + ordinal;
}

export function taskOfPlace(place: number): number {
  return Math.floor(place / PLACES);
}

export function ordinalOfPlace(place: number): number {
  return place % PLACES;
}
